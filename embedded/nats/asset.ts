/** The packed server inside the executable; only the executable may import this, in a checkout the file is missing. */
import path from "./nats-server.zst" with { type: "file" };

/** Where the packed server can be read. */
export const packedServerPath: string = path;

/**
 * The floor: the least that any receiver does. It reads the body, unzips it when it must, and parses it if it is JSON:
 * protobuf has no parser that every runtime brings.
 */
import { gunzipSync } from "node:zlib";

const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  maxRequestBodySize: 32 * 1024 * 1024,
  async fetch(request) {
    const bytes = new Uint8Array(await request.arrayBuffer());
    const plain = request.headers.get("content-encoding") === "gzip" ? gunzipSync(bytes) : bytes;
    if (request.headers.get("content-type") === "application/json")
      JSON.parse(new TextDecoder().decode(plain));
    return new Response("{}", { headers: { "content-type": "application/json" } });
  },
});
process.stdout.write(`${server.url.href}\n`);

/** A file imported with { type: "file" } is its path. */
declare module "*.gz" {
  const path: string;
  export = path;
}

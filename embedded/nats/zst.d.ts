/** A file imported with { type: "file" } is its path. */
declare module "*.zst" {
  const path: string;
  export = path;
}

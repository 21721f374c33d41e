/** A file imported with { type: "file" } is its path. */
declare module "*.bundle" {
  const path: string;
  export default path;
}

/** The pages as scripts/build-dashboard.ts packed them, as a file that can be read from the executable too. */

/** Returns null in a checkout where nobody has built them. */
export async function bundlePath(): Promise<string | null> {
  try {
    const { default: path } = await import("./pages.bundle", { with: { type: "file" } });
    return path;
  } catch {
    return null;
  }
}

/** Where somebody's own data is downloaded, which may take longer than other answers. */

export const OWN_EXPORT_PATH = "/v1/me/export";
export const ADMIN_EXPORT_PATH = "/v1/admin/developers/:id/export";

const EXPORTS = /^\/v1\/(me|admin\/developers\/[^/]+)\/export$/;

/** Whether a path answers with a download that may be silent for a while. */
export function isExportPath(path: string): boolean {
  return EXPORTS.test(path);
}

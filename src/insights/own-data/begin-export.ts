/** Says that an export begins. */

/** Whose data is exported. */
export interface ExportBegun {
  developerId: string;
}

/** Changes nothing itself: whoever asks for it gets into the audit log with it, before anything is sent. */
export async function beginExport(_parts: object, asked: ExportBegun): Promise<ExportBegun> {
  return asked;
}

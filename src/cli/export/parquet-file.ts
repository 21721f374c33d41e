/** Rows as a Parquet file that is written in pieces. */
import { ByteWriter, ParquetWriter, schemaFromColumnData } from "hyparquet-writer";
import type { Column, ColumnType } from "./columns.ts";

/** A value as a row has it; times are texts. */
export type Cell = string | number | boolean | null;

const TYPES = {
  string: "STRING",
  int64: "INT64",
  double: "DOUBLE",
  boolean: "BOOLEAN",
  timestamp: "TIMESTAMP",
  json: "STRING",
} as const satisfies Record<ColumnType, string>;

/** Writes groups of rows; each group is in memory as a whole, and no more. */
export class ParquetFile {
  private readonly writer: ParquetWriter;

  /** @param take - Takes the bytes of the file, in order. They are overwritten when it returns. */
  constructor(
    private readonly columns: readonly Column[],
    take: (bytes: Uint8Array) => void,
  ) {
    const declared = columns.map(({ name, type, nullMeans }) => ({
      name,
      type: TYPES[type],
      nullable: nullMeans !== null,
      data: [],
    }));
    const schema = schemaFromColumnData({ columnData: declared });
    // the version is left out: the same rows are the same file
    this.writer = new ParquetWriter({ writer: new PassedBytes(take), schema, createdBy: "scoring" });
  }

  /** @param rows - The cells of each row, in the order of the columns. */
  async writeGroup(rows: readonly (readonly Cell[])[]): Promise<void> {
    const columnData = this.columns.map(({ name, type }, place) => ({
      name,
      data: rows.map((row) => inParquet(row[place] ?? null, type)),
    }));
    await this.writer.write({ columnData, rowGroupSize: rows.length });
  }

  async finish(): Promise<void> {
    await this.writer.finish();
  }
}

function inParquet(cell: Cell, type: ColumnType): Cell | bigint | Date {
  if (typeof cell === "number" && type === "int64") return BigInt(cell);
  return typeof cell === "string" && type === "timestamp" ? new Date(cell) : cell;
}

/** Passes on what was written whenever a group is complete. */
class PassedBytes extends ByteWriter {
  constructor(private readonly take: (bytes: Uint8Array) => void) {
    super();
  }

  flush(): void {
    this.take(this.getBytes());
    this.index = 0;
  }

  override finish(): void {
    this.flush();
  }
}

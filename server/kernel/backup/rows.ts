/** Streams the rows of a table out of PostgreSQL and into it, in the text format of COPY. */
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { TableEnd } from '#kernel/backup/archive.ts';
import { sha256 } from '#kernel/secrets.ts';

export type TableColumns = { name: string; columns: string[] };

const id = pg.escapeIdentifier;
const list = (columns: string[]) => columns.map((column) => id(column)).join(', ');

/** Values have the same text on every server, so that digests can be compared. */
export const SAME_TEXT =
  "set client_encoding = 'UTF8'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set timezone = 'UTC'; " +
  "set bytea_output = 'hex'; set extra_float_digits = 1";

export function readRows(client: pg.Client, { name, columns }: TableColumns): AsyncIterable<Buffer> {
  // A plain `copy orders to` refuses a table with partitions.
  return client.query(copyTo(`copy (select ${list(columns)} from ${id(name)}) to stdout`));
}

/** A stream that writes rows into the table; it fails if PostgreSQL refuses one. */
export function writeRows(client: pg.Client, { name, columns }: TableColumns) {
  return client.query(copyFrom(`copy ${id(name)} (${list(columns)}) from stdin`));
}

const LINE_END = 0x0a;
const LANES = 4;

/**
 * Counts rows and adds up the digests of all rows. The sum does not depend on their order, which a copy of a table may change. In
 * the text of COPY a line feed ends a row; inside a value it is escaped.
 */
export class RowDigest {
  private rows = 0;
  private sums = new Uint32Array(LANES);
  private begun: Buffer[] = [];

  update(piece: Buffer): void {
    let from = 0;
    for (let end = piece.indexOf(LINE_END); end !== -1; end = piece.indexOf(LINE_END, from)) {
      const line = piece.subarray(from, end);
      this.add(this.begun.length === 0 ? line : Buffer.concat([...this.begun, line]));
      this.begun = [];
      from = end + 1;
    }
    if (from < piece.length) this.begun.push(piece.subarray(from));
  }

  private add(row: Buffer): void {
    const digest = sha256(row);
    for (let lane = 0; lane < LANES; lane++) this.sums[lane]! += digest.readUInt32LE(lane * 4);
    this.rows += 1;
  }

  end(): TableEnd {
    return { rows: this.rows, digest: Buffer.from(this.sums.buffer).toString('hex') };
  }
}

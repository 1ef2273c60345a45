/** The mark that replaces expunged data: a JSON object that no event and no headers of an answer can be. */

const BEGINNING = '{"expunged":true';
const MARK = /^\{"expunged":true,"expungedAt":"([^"]+)"\}$/;

export const markOf = (now: Date): string => `${BEGINNING},"expungedAt":"${now.toISOString()}"}`;

/** When the data was expunged; null if it was not. */
export const expungedAt = (json: string | null): string | null => MARK.exec(json ?? '')?.[1] ?? null;

/** The same question in SQL. The size is compared first, so that large data is not read. */
export const isExpunged = (column: string): string =>
  `(pg_column_size(${column}) < 100 and left(${column}::text, ${BEGINNING.length}) = '${BEGINNING}')`;

import type { Tx } from '#kernel/db/db.ts';
import { list, texts } from '#kernel/db/list.ts';

export type GivenNumber = { number: string; row: number; rowCount: number };

/** The numbers of one bucket are compared in time even if a file has millions of them. A power of two. */
export const BUCKETS = 16;

/** Stores the given order numbers of one checked batch. */
export async function insertNumbers(
  tx: Tx,
  id: string,
  reachedByte: number,
  given: GivenNumber[],
): Promise<void> {
  if (given.length === 0) return;
  await tx.query(
    `insert into import_numbers (tenant_id, import_id, bucket, reached_byte, numbers, first_rows, row_counts)
     select current_tenant(), $1, hashtext(number) & ${BUCKETS - 1}, $2, array_agg(number order by first_row),
       array_agg(first_row order by first_row), array_agg(row_count order by first_row)
     from unnest($3::text[], $4::bigint[], $5::int[]) as given (number, first_row, row_count) group by 3`,
    [
      id,
      reachedByte,
      texts(given, ({ number }) => number),
      list(given, ({ row }) => row),
      list(given, ({ rowCount }) => rowCount),
    ],
  );
}

export async function countNumbers(tx: Tx, id: string): Promise<number> {
  const { rows } = await tx.query<{ count: bigint }>(
    `select coalesce(sum(cardinality(numbers)), 0)::bigint as count from import_numbers
     where tenant_id = current_tenant() and import_id = $1`,
    [id],
  );
  return Number(rows[0]!.count);
}

/** The orders of a file whose number an earlier order of the file has. */
export async function findRepeats(tx: Tx, id: string, bucket: number): Promise<GivenNumber[]> {
  const { rows } = await tx.query<{ number: string; first_row: bigint; row_count: number }>(
    `select number, first_row, row_count from (
       select number, first_row, row_count, row_number() over (partition by number order by first_row) as nth
       from import_numbers i, unnest(i.numbers, i.first_rows, i.row_counts) as given (number, first_row, row_count)
       where i.tenant_id = current_tenant() and i.import_id = $1 and i.bucket = $2) as given
     where nth > 1 order by first_row`,
    [id, bucket],
  );
  return rows.map((row) => ({ number: row.number, row: Number(row.first_row), rowCount: row.row_count }));
}

/** Divides the numbers from `from` on into ranges of `length`; returns the ranges that contain a number of the file. */
export async function findUsedStretches(
  tx: Tx,
  id: string,
  bucket: number,
  { from, length, most }: { from: bigint; length: number; most: number },
): Promise<number[]> {
  const { rows } = await tx.query<{ stretch: number }>(
    `select distinct ((number - $3) / $4)::int as stretch from (
       select case when number ~ '^[1-9][0-9]{0,15}$' then number::bigint end as number
       from import_numbers i, unnest(i.numbers) number
       where i.tenant_id = current_tenant() and i.import_id = $1 and i.bucket = $2) as given
     where number >= $3::bigint and number < $3::bigint + $4::bigint * $5`,
    [id, bucket, from, length, most],
  );
  return rows.map(({ stretch }) => stretch);
}

export async function deleteNumbers(tx: Tx, id: string): Promise<void> {
  await tx.query('delete from import_numbers where tenant_id = current_tenant() and import_id = $1', [id]);
}

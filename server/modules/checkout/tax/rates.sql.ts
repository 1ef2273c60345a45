import type { Tx } from '#kernel/db/db.ts';
import { listNewestFirst, type Position } from '#kernel/db/newest-first.ts';
import { readingOnce } from '#kernel/db/sharing.ts';

/** `region` and `tax_code`: empty for every one. */
export type TaxRateRow = {
  id: string;
  name: string;
  country: string;
  region: string;
  tax_code: string;
  percent: string;
  version: number;
  created_at: Date;
  updated_at: Date;
};

/** Each checkout reads all rates of its country. */
export const MAX_RATES = 1_000;

const COLUMNS = 'id, name, country, region, tax_code, percent, version, created_at, updated_at';
const RATES = `select ${COLUMNS} from tax_rates where tenant_id = current_tenant()`;

export async function insertRate(tx: Tx, row: TaxRateRow): Promise<void> {
  await tx.query(
    `insert into tax_rates (tenant_id, ${COLUMNS}) values (current_tenant(), $1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      ...[row.id, row.name, row.country, row.region, row.tax_code, row.percent, row.version],
      ...[row.created_at, row.updated_at],
    ],
  );
}

export async function findRate(tx: Tx, id: string): Promise<TaxRateRow | undefined> {
  const { rows } = await tx.query<TaxRateRow>(`${RATES} and id = $1`, [id]);
  return rows[0];
}

export async function lockRate(tx: Tx, id: string): Promise<TaxRateRow | undefined> {
  const { rows } = await tx.query<TaxRateRow>(`${RATES} and id = $1 for update`, [id]);
  return rows[0];
}

export const listRates = (tx: Tx, limit: number, after: Position | null) =>
  listNewestFirst<TaxRateRow>(tx, RATES, [], limit, after);

/** All rates of a country. Null: one of any country, if there is one. */
export const findRatesOf = readingOnce(async (tx, country: string | null): Promise<TaxRateRow[]> => {
  if (country === null) {
    const { rows } = await tx.query<TaxRateRow>({ name: 'find_any_tax_rate', text: `${RATES} limit 1` });
    return rows;
  }
  const { rows } = await tx.query<TaxRateRow>({ name: 'find_tax_rates', text: `${RATES} and country = $1` }, [
    country,
  ]);
  return rows;
});

export async function updateRate(tx: Tx, row: TaxRateRow): Promise<void> {
  await tx.query(
    `update tax_rates set name = $2, country = $3, region = $4, tax_code = $5, percent = $6, version = $7, updated_at = $8
     where tenant_id = current_tenant() and id = $1`,
    [row.id, row.name, row.country, row.region, row.tax_code, row.percent, row.version, row.updated_at],
  );
}

export async function deleteRate(tx: Tx, id: string): Promise<void> {
  await tx.query('delete from tax_rates where tenant_id = current_tenant() and id = $1', [id]);
}

import type { Tx } from '#kernel/db/db.ts';
import { listNewestFirst, type Position } from '#kernel/db/newest-first.ts';
import { readingOnce } from '#kernel/db/sharing.ts';

export type Tier = { from: number; amount: number };
export type OptionRow = {
  id: string;
  name: string;
  currency: string;
  countries: string[];
  basis: 'subtotal' | 'weight';
  tiers: Tier[];
  position: number;
  active: boolean;
  version: number;
  created_at: Date;
  updated_at: Date;
};
type Stored = Omit<OptionRow, 'tiers'> & { tiers: string };

/** Each checkout reads all options in its currency. */
export const MAX_OPTIONS = 200;

const COLUMNS =
  'id, name, currency, countries, basis, tiers, position, active, version, created_at, updated_at';
const OPTIONS = `select ${COLUMNS} from shipping_options where tenant_id = current_tenant()`;
const read = (row: Stored): OptionRow => ({ ...row, tiers: JSON.parse(row.tiers) });

export async function insertOption(tx: Tx, row: OptionRow): Promise<void> {
  await tx.query(
    `insert into shipping_options (tenant_id, ${COLUMNS})
     values (current_tenant(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [row.id, ...valuesOf(row), row.created_at, row.updated_at],
  );
}

const valuesOf = (row: OptionRow): unknown[] => [
  row.name,
  row.currency,
  row.countries,
  row.basis,
  JSON.stringify(row.tiers),
  row.position,
  row.active,
  row.version,
];

export async function findOption(tx: Tx, id: string): Promise<OptionRow | undefined> {
  const { rows } = await tx.query<Stored>(`${OPTIONS} and id = $1`, [id]);
  return rows[0] && read(rows[0]);
}

export async function lockOption(tx: Tx, id: string): Promise<OptionRow | undefined> {
  const { rows } = await tx.query<Stored>(`${OPTIONS} and id = $1 for update`, [id]);
  return rows[0] && read(rows[0]);
}

export async function listOptions(tx: Tx, limit: number, after: Position | null): Promise<OptionRow[]> {
  return (await listNewestFirst<Stored>(tx, OPTIONS, [], limit, after)).map(read);
}

/** All options that shoppers may choose in a currency, in their order. */
export const findActiveOptions = readingOnce(async (tx, currency: string): Promise<OptionRow[]> => {
  const { rows } = await tx.query<Stored>(
    {
      name: 'find_active_shipping_options',
      text: `${OPTIONS} and active and currency = $1 order by position, id`,
    },
    [currency],
  );
  return rows.map(read);
});

export async function updateOption(tx: Tx, row: OptionRow): Promise<void> {
  await tx.query(
    `update shipping_options set name = $2, currency = $3, countries = $4, basis = $5, tiers = $6, position = $7, active = $8,
       version = $9, updated_at = $10
     where tenant_id = current_tenant() and id = $1`,
    [row.id, ...valuesOf(row), row.updated_at],
  );
}

export async function deleteOption(tx: Tx, id: string): Promise<void> {
  await tx.query('delete from shipping_options where tenant_id = current_tenant() and id = $1', [id]);
}

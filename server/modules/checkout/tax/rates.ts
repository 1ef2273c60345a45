/** Tax rates of the built-in adapter `tax_table`: one rate a line, by country, region and tax code. */

import { isDeepStrictEqual } from 'node:util';
import { type Static, Type } from 'typebox';
import { type Tx, violates } from '#kernel/db/db.ts';
import { assertBelowLimit } from '#kernel/db/row-limit.ts';
import { conflict, invalid } from '#kernel/errors.ts';
import { rowAtVersion } from '#kernel/http/etag.ts';
import { Decimal, Nullable, Text, Time } from '#kernel/http/fields.ts';
import { NamedObject, named } from '#kernel/http/named.ts';
import { newId } from '#kernel/id.ts';
import { toMinor } from '#shared/money.ts';
import { decimalsMessage } from '#shared/order-totals.ts';
import { Country } from '../fields.ts';
import { deleteRate, insertRate, lockRate, MAX_RATES, type TaxRateRow, updateRate } from './rates.sql.ts';

const PERCENT_DECIMALS = 4;
const Region = () => Nullable(Text(100, 'The region, as in the address; null: every region.'));
const TaxCode = () =>
  Nullable(Text(100, 'The tax code of products and variants; null: all without a rate of their own.'));
const Percent = () => Decimal({ minimum: 0, maximum: 100, description: 'Up to 4 decimals.' });

export const NewRate = NamedObject('NewTaxRate', {
  name: Text(200),
  country: Country(),
  region: Type.Optional(Region()),
  taxCode: Type.Optional(TaxCode()),
  percent: Percent(),
});
export type NewRate = Static<typeof NewRate>;
export const RateChange = named('TaxRateChange', Type.Partial(NewRate));
export type RateChange = Static<typeof RateChange>;
export const TaxRate = NamedObject('TaxRate', {
  id: Type.String(),
  name: Type.String(),
  country: Type.String(),
  region: Nullable(Type.String()),
  taxCode: Nullable(Type.String()),
  percent: Decimal(),
  version: Type.Integer(),
  createdAt: Time(),
  updatedAt: Time(),
});

export async function createRate(tx: Tx, now: Date, input: NewRate) {
  const blank = { id: newId(), name: '', country: '', region: '', tax_code: '', percent: '0', version: 1 };
  const row = applyChange({ ...blank, created_at: now, updated_at: now }, input);
  assertRight(input);
  await assertBelowLimit(tx, { table: 'tax_rates', most: MAX_RATES, plural: 'tax rates' });
  await insertRate(tx, row).catch(refuseTaken);
  return presentRate(row);
}

export async function changeRate(tx: Tx, now: Date, id: string, change: RateChange, seen: number | null) {
  const before = rowAtVersion(await lockRate(tx, id), seen, 'tax rate');
  assertRight(change);
  const after = applyChange(before, change);
  if (isDeepStrictEqual(presentRate(before), presentRate(after))) return presentRate(before);
  const saved = { ...after, version: before.version + 1, updated_at: now };
  await updateRate(tx, saved).catch(refuseTaken);
  return presentRate(saved);
}

export async function removeRate(tx: Tx, id: string, seen: number | null) {
  const row = rowAtVersion(await lockRate(tx, id), seen, 'tax rate');
  await deleteRate(tx, row.id);
  return { id: row.id, deleted: true as const };
}

const applyChange = (row: TaxRateRow, change: RateChange): TaxRateRow => ({
  ...row,
  name: change.name ?? row.name,
  country: change.country ?? row.country,
  region: change.region === undefined ? row.region : (change.region ?? ''),
  tax_code: change.taxCode === undefined ? row.tax_code : (change.taxCode ?? ''),
  percent: change.percent === undefined ? row.percent : String(change.percent),
});

function assertRight({ percent }: RateChange): void {
  if (percent === undefined || toMinor(percent, PERCENT_DECIMALS) !== null) return;
  throw invalid([{ path: 'percent', code: 'too_many_decimals', message: decimalsMessage(PERCENT_DECIMALS) }]);
}

function refuseTaken(error: unknown): never {
  if (!violates(error, 'one_rate_per_place_and_code')) throw error;
  throw conflict('There is a rate for this country, region and tax code already.');
}

export const presentRate = (row: TaxRateRow) => ({
  id: row.id,
  name: row.name,
  country: row.country,
  region: row.region === '' ? null : row.region,
  taxCode: row.tax_code === '' ? null : row.tax_code,
  percent: Number(row.percent),
  version: row.version,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

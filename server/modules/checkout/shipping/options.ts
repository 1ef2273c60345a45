/** Shipping options of the built-in adapter `flat_rate`: amounts by subtotal or weight, for some countries or all. */

import { isDeepStrictEqual } from 'node:util';
import { type Static, Type } from 'typebox';
import type { Tx } from '#kernel/db/db.ts';
import { assertBelowLimit } from '#kernel/db/row-limit.ts';
import { invalid, type Problem } from '#kernel/errors.ts';
import { rowAtVersion } from '#kernel/http/etag.ts';
import { OneOf, Text, Time } from '#kernel/http/fields.ts';
import { NamedObject, named } from '#kernel/http/named.ts';
import { newId } from '#kernel/id.ts';
import { currencyExponent, toMinor } from '#shared/money.ts';
import { decimalsMessage } from '#shared/order-totals.ts';
import { Country, Currency, Money } from '../fields.ts';
import {
  deleteOption,
  insertOption,
  lockOption,
  MAX_OPTIONS,
  type OptionRow,
  updateOption,
} from './options.sql.ts';

const fields = {
  name: Text(200),
  currency: Currency(),
  countries: Type.Array(Country(), { maxItems: 250, description: 'Empty: every country.' }),
  basis: {
    ...OneOf(['subtotal', 'weight'] as const),
    description: 'The unit of tiers: currency units, or grams.',
  },
  tiers: Type.Array(
    NamedObject('ShippingTier', {
      from: Money('The lowest subtotal, or weight in grams, for this amount.'),
      amount: Money('Currency units; 0: free.'),
    }),
    {
      minItems: 1,
      maxItems: 50,
      description: 'The highest one that is reached counts. Below the first, the option is not offered.',
    },
  ),
  position: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  active: Type.Boolean(),
};
export const NewOption = NamedObject('NewShippingOption', {
  name: fields.name,
  currency: fields.currency,
  countries: Type.Optional(fields.countries),
  basis: Type.Optional(fields.basis),
  tiers: fields.tiers,
  position: Type.Optional(fields.position),
  active: Type.Optional(fields.active),
});
export type NewOption = Static<typeof NewOption>;
export const OptionChange = named('ShippingOptionChange', Type.Partial(NewOption));
export type OptionChange = Static<typeof OptionChange>;
export const ShippingOption = NamedObject('ShippingOption', {
  id: Type.String(),
  ...fields,
  version: Type.Integer(),
  createdAt: Time(),
  updatedAt: Time(),
});

export async function createOption(tx: Tx, now: Date, input: NewOption) {
  const row = applyChange(
    {
      ...{ id: newId(), name: '', currency: '', countries: [], basis: 'subtotal', tiers: [], position: 0 },
      ...{ active: true, version: 1, created_at: now, updated_at: now },
    },
    input,
  );
  assertRight(row);
  await assertBelowLimit(tx, { table: 'shipping_options', most: MAX_OPTIONS, plural: 'shipping options' });
  await insertOption(tx, row);
  return presentOption(row);
}

export async function changeOption(tx: Tx, now: Date, id: string, change: OptionChange, seen: number | null) {
  const before = rowAtVersion(await lockOption(tx, id), seen, 'shipping option');
  const after = applyChange(before, change);
  if (isDeepStrictEqual(before, after)) return presentOption(before);
  assertRight(after);
  const saved = { ...after, version: before.version + 1, updated_at: now };
  await updateOption(tx, saved);
  return presentOption(saved);
}

export async function removeOption(tx: Tx, id: string, seen: number | null) {
  const row = rowAtVersion(await lockOption(tx, id), seen, 'shipping option');
  await deleteOption(tx, row.id);
  return { id: row.id, deleted: true as const };
}

const applyChange = (row: OptionRow, change: OptionChange): OptionRow => ({
  ...row,
  name: change.name ?? row.name,
  currency: change.currency ?? row.currency,
  countries: change.countries ?? row.countries,
  basis: change.basis ?? row.basis,
  tiers: change.tiers?.map(({ from, amount }) => ({ from, amount })) ?? row.tiers,
  position: change.position ?? row.position,
  active: change.active ?? row.active,
});

function assertRight({ currency, tiers, basis }: OptionRow): void {
  const exponent = currencyExponent(currency)!;
  const problems: Problem[] = [];
  const decimals = basis === 'weight' ? 0 : exponent;
  tiers.forEach(({ from, amount }, index) => {
    const path = `tiers[${index}]`;
    if (toMinor(amount, exponent) === null) {
      problems.push({
        path: `${path}.amount`,
        code: 'too_many_decimals',
        message: decimalsMessage(exponent),
      });
    }
    if (toMinor(from, decimals) === null) {
      problems.push({ path: `${path}.from`, code: 'too_many_decimals', message: decimalsMessage(decimals) });
    }
    if (index > 0 && from <= tiers[index - 1]!.from) {
      problems.push({
        path: `${path}.from`,
        code: 'too_small',
        message: 'must be above that of the tier before',
      });
    }
  });
  if (problems.length > 0) throw invalid(problems);
}

export const presentOption = (row: OptionRow) => ({
  id: row.id,
  name: row.name,
  currency: row.currency,
  countries: row.countries,
  basis: row.basis,
  tiers: row.tiers,
  position: row.position,
  active: row.active,
  version: row.version,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

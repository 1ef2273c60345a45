/** How long checkouts and carts last, how prices contain tax, and how shoppers may pay. */

import { isDeepStrictEqual } from 'node:util';
import { type Static, Type } from 'typebox';
import { audit } from '#kernel/audit.ts';
import type { Actor } from '#kernel/auth/actor.ts';
import type { Tx } from '#kernel/db/db.ts';
import { invalid, type Problem } from '#kernel/errors.ts';
import { rowAtVersion } from '#kernel/http/etag.ts';
import { Note, Nullable, Text } from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';
import {
  type CheckoutSettings,
  lockSettings,
  type PaymentMethod as PaymentMethodRow,
  updateSettings,
} from './settings.sql.ts';

const Minutes = (maximum: number, description: string) => Type.Integer({ minimum: 1, maximum, description });
const Days = (description: string) => Type.Integer({ minimum: 1, maximum: 3650, description });

export const PaymentMethod = NamedObject('PaymentMethod', {
  id: Type.String({ pattern: '^[a-z0-9-]{1,50}$' }),
  name: Text(200),
  instructions: Type.Optional(Nullable(Note(5000))),
});

export const SettingsInput = NamedObject('CheckoutSettingsChange', {
  holdMinutes: Minutes(1440, 'How long a checkout holds stock. Default 15.'),
  holdMostMinutes: Minutes(1440, 'Activity extends that, to so many minutes at most. Default 60.'),
  abandonedAfterMinutes: Minutes(525_600, 'A cart without a change for so long is abandoned. Default 60.'),
  guestCartDays: Days('A cart of nobody is deleted after so many days without a change. Default 30.'),
  customerCartDays: Days('The same for carts of customers. Default 90.'),
  pricesIncludeTax: Type.Boolean({ description: 'Prices of lines and of shipping contain their tax.' }),
  shippingTaxed: Type.Boolean({
    description: 'Shipping is taxed at the rate of its destination without a tax code.',
  }),
  paymentMethods: Type.Array(PaymentMethod, {
    minItems: 1,
    maxItems: 20,
    description:
      'Ways to pay without an outside service; the order is placed unpaid. The first is the default.',
  }),
  recoveryUrl: Type.Optional(
    Nullable(
      Text(
        1000,
        'The page of your shop that restores a cart, such as https://shop.example/recover#{token}. Left out, it stays as it is.',
      ),
    ),
  ),
});
export type SettingsInput = Static<typeof SettingsInput>;

export const Settings = NamedObject('CheckoutSettings', {
  ...SettingsInput.properties,
  recoveryUrl: Nullable(Type.String()),
  version: Type.Integer(),
});

export async function replaceSettings(
  tx: Tx,
  actor: Actor,
  now: Date,
  input: SettingsInput,
  seen: number | null,
) {
  const before = rowAtVersion(await lockSettings(tx, now), seen, 'settings');
  assertRight(input);
  const after: CheckoutSettings = {
    hold_minutes: input.holdMinutes,
    hold_most_minutes: input.holdMostMinutes,
    abandoned_after_minutes: input.abandonedAfterMinutes,
    guest_cart_days: input.guestCartDays,
    customer_cart_days: input.customerCartDays,
    prices_include_tax: input.pricesIncludeTax,
    shipping_taxed: input.shippingTaxed,
    payment_methods: input.paymentMethods.map(({ id, name, instructions }) => ({
      ...{ id, name, instructions: instructions ?? null },
    })),
    recovery_url: input.recoveryUrl === undefined ? before.recovery_url : input.recoveryUrl,
    version: before.version,
  };
  if (isDeepStrictEqual(before, after)) return presentSettings(before);
  const saved = { ...after, version: before.version + 1 };
  await updateSettings(tx, now, saved);
  await audit(tx, actor, now, {
    action: 'checkout_settings.updated',
    subjectType: 'checkout_settings',
    subjectId: actor.tenant.id,
  });
  return presentSettings(saved);
}

function assertRight({ holdMinutes, holdMostMinutes, paymentMethods, recoveryUrl }: SettingsInput): void {
  const problems: Problem[] = [];
  if (holdMostMinutes < holdMinutes) {
    problems.push({ path: 'holdMostMinutes', code: 'too_small', message: 'must not be below holdMinutes' });
  }
  const ids = paymentMethods.map(({ id }) => id);
  ids.forEach((id, index) => {
    if (ids.indexOf(id) === index) return;
    problems.push({ path: `paymentMethods[${index}].id`, code: 'not_unique', message: 'is used twice' });
  });
  if (recoveryUrl != null && !isRecoveryUrl(recoveryUrl)) {
    const message =
      'must be an https address with {token} in it, such as https://shop.example/recover#{token}';
    problems.push({ path: 'recoveryUrl', code: 'wrong_format', message });
  }
  if (problems.length > 0) throw invalid(problems);
}

const TOKEN = '{token}';
const LOCAL = ['localhost', '127.0.0.1', '[::1]'];

/** The token opens a cart, so it travels encrypted, unless the shop is on the developer's own machine. */
export function isRecoveryUrl(text: string): boolean {
  const [before = '', after, ...more] = text.split(TOKEN);
  // A token in the name of the host would go to a name server.
  const url = after === undefined || more.length > 0 ? null : URL.parse(`${before}token${after}`);
  if (url === null || URL.parse(before)?.host !== url.host) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOCAL.includes(url.hostname));
}

/** The chosen method, or the default if it was never chosen or is no longer offered. */
export const methodOf = (
  { payment_methods: methods }: CheckoutSettings,
  id: string | null,
): PaymentMethodRow => methods.find((method) => method.id === id) ?? methods[0]!;

/** The address that restores a cart; null if the shop has not named its page. */
export const recoveryUrlOf = ({ recovery_url }: CheckoutSettings, token: string): string | null =>
  recovery_url === null ? null : recovery_url.replace(TOKEN, () => token);

export const presentSettings = (row: CheckoutSettings) => ({
  holdMinutes: row.hold_minutes,
  holdMostMinutes: row.hold_most_minutes,
  abandonedAfterMinutes: row.abandoned_after_minutes,
  guestCartDays: row.guest_cart_days,
  customerCartDays: row.customer_cart_days,
  pricesIncludeTax: row.prices_include_tax,
  shippingTaxed: row.shipping_taxed,
  paymentMethods: row.payment_methods,
  recoveryUrl: row.recovery_url,
  version: row.version,
});

/** A cart as it is shown. */
import { fromMinor, lineAmount } from '#shared/money.ts';
import type { Priced } from '../pricing.ts';
import type { CartRow, ListedCart } from './carts.sql.ts';
import type { Cart } from './fields.ts';

export function presentCart(cart: CartRow, priced: Priced): Cart {
  const { exponent, lines, reckoned, hasTax, settings } = priced;
  const money = (minor: bigint) => fromMinor(minor, exponent);
  const { subtotal, discount, lines: reckonedLines } = reckoned;
  const tax = reckonedLines.reduce((all, line) => all + line.tax, 0n);
  const onTop = hasTax && !settings.prices_include_tax ? tax : 0n;
  return {
    ...{ id: cart.id, propertyId: cart.property_id, currency: cart.currency, locale: cart.locale },
    ...{ customerId: cart.customer_id, email: cart.email },
    lines: lines.map(({ row, item, unitPrice, isAvailable, imageUrl }) => ({
      key: row.key,
      variantId: row.variant_id,
      productId: item?.product_id ?? null,
      sku: item?.sku ?? null,
      name: item === null ? null : nameOf(item),
      quantity: row.quantity,
      unitPrice,
      amount: unitPrice === null ? null : money(lineAmount(row.quantity, unitPrice, exponent)!),
      image: item?.image ?? null,
      imageUrl,
      available: item?.is_sold === true && isAvailable,
      attributes: row.attributes === null ? null : JSON.parse(row.attributes),
    })),
    discountCodes: presentCodes(priced),
    note: cart.note,
    attributes: cart.attributes === null ? null : JSON.parse(cart.attributes),
    totals: {
      subtotal: money(subtotal),
      discount: money(discount),
      estimatedTax: hasTax ? money(tax) : null,
      total: money(subtotal - discount + onTop),
    },
    problems: priced.problems,
    ...{ state: cart.state, version: cart.version, abandonedAt: cart.abandoned_at?.toISOString() ?? null },
    ...{ createdAt: cart.created_at.toISOString(), updatedAt: cart.updated_at.toISOString() },
  };
}

export const presentCodes = ({
  codes,
  exponent,
}: Pick<Priced, 'codes' | 'exponent'>): Cart['discountCodes'] =>
  codes.map(({ row, amount, applies }) => ({
    ...{ id: row.id, code: row.code, amount: fromMinor(amount, exponent), applies },
  }));

/** The title, and the options that tell the variants of a product apart. */
export const nameOf = ({ title, option_values }: { title: string; option_values: string[] }): string =>
  (option_values.length === 0 ? title : `${title} (${option_values.join(' / ')})`).slice(0, 500);

export const presentListed = (row: ListedCart, exponent: number) => ({
  id: row.id,
  propertyId: row.property_id,
  currency: row.currency,
  customerId: row.customer_id,
  email: row.email,
  lineCount: row.line_count,
  quantity: row.quantity,
  subtotal: fromMinor(row.shown_subtotal, exponent),
  state: row.state,
  version: row.version,
  abandonedAt: row.abandoned_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

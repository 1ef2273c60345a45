/** Products as shoppers see them, in their language: pure. */
import { normalLocale } from '../products/checks.ts';
import type { Product, Translation } from '../products/record.ts';
import type { Availability } from './browse-fields.ts';

export type Shown = { tenantId: string; publicUrl: string; locale: string; currency: string };

/** The language tag as translations have it: "pt-br" is "pt-BR"; empty if there is none. */
export const localeOf = (asked: string | undefined): string =>
  asked === undefined ? '' : (normalLocale(asked) ?? '');

export const languageOf = (locale: string): string => locale.split('-')[0]!;

/** The translation for this locale, or for its language. */
export const translationFor = <T extends object>(
  translations: Record<string, T>,
  locale: string,
): Partial<T> => translations[locale] ?? translations[languageOf(locale)] ?? {};

export type Priced = { from: number | null; to: number | null; compareAt: number | null };

type Listed = Pick<
  Product,
  | 'id'
  | 'title'
  | 'handle'
  | 'kind'
  | 'vendor'
  | 'product_type'
  | 'tags'
  | 'media'
  | 'category_ids'
  | 'translations'
  | 'rating_count'
  | 'rating_average'
>;

export function showListed(
  row: Listed,
  { from, to, compareAt }: Priced,
  availability: Availability,
  shown: Shown,
) {
  const { tenantId, publicUrl, locale, currency } = shown;
  const own: Translation = translationFor(row.translations, locale);
  return {
    id: row.id,
    handle: own.handle ?? row.handle,
    title: own.title ?? row.title,
    kind: row.kind,
    vendor: row.vendor,
    productType: row.product_type,
    tags: row.tags,
    media: row.media.map((id) => ({ id, url: `${publicUrl}/media/${tenantId}/${id}/original` })),
    categoryIds: row.category_ids,
    rating: { count: row.rating_count, average: row.rating_average },
    currency,
    price: from === null || to === null ? null : { from, to, compareAt },
    availability,
  };
}

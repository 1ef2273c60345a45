/** An asset as the API shows it: addresses of its files, its search words, and the data of its events. */

import type { NewEvent } from '#kernel/events/publish.ts';
import { entityChanged } from '#kernel/events/search.ts';
import type { Asset, Translations } from './asset-fields.ts';
import type { AssetRow, Term } from './assets.sql.ts';
import type { FocalKey } from './images/renditions.sql.ts';
import { isPictured } from './uploads/content-type.ts';

/** The address under which clients reach the server. */
export type Addresses = { publicUrl: string };

const STATUS = { waiting: 'uploaded', working: 'processing', ready: 'ready', failed: 'failed' } as const;
export const statusInRows = (status: Asset['status']) =>
  (Object.keys(STATUS) as (keyof typeof STATUS)[]).find((key) => STATUS[key] === status)!;

type StoredDerivative = Omit<Asset['derivatives'][number], 'url'> & { version: string };

export const derivativesOf = (row: AssetRow) => JSON.parse(row.derivatives) as StoredDerivative[];

/** A versioned address always names the same bytes, so it may be cached for ever. */
export const fileUrl = (
  { publicUrl }: Addresses,
  row: Pick<AssetRow, 'tenant_id' | 'id'>,
  file: string,
  version: string,
) => `${publicUrl}/media/${row.tenant_id}/${row.id}/${file}?v=${version}`;

export const originalVersion = (row: AssetRow) => row.sha256.toString('hex').slice(0, 16);

/** Names the bytes of every picture that is made by parameters: crops depend on the focal point. */
export const pictureVersion = (original: string, { focal_x, focal_y }: FocalKey) =>
  `${original}-${focal_x}-${focal_y}`;

/** The address to which the parameters of a picture are added. Null for a file of which none are made. */
export const pictureUrl = (addresses: Addresses, row: AssetRow) =>
  isPictured(row.type)
    ? fileUrl(addresses, row, 'original', pictureVersion(originalVersion(row), row))
    : null;

export function presentAsset(addresses: Addresses, row: AssetRow): Asset {
  const urlOf = (file: string, version: string) =>
    row.visibility === 'public' ? fileUrl(addresses, row, file, version) : null;
  return {
    id: row.id,
    status: STATUS[row.status],
    failure: row.reason,
    kind: row.kind,
    type: row.type,
    size: Number(row.size),
    sha256: row.sha256.toString('hex'),
    filename: row.filename,
    title: row.title,
    ...{ alt: row.alt, caption: row.caption, credit: row.credit },
    translations: translationsOf(row),
    tags: row.tags,
    folder: row.folder,
    visibility: row.visibility,
    focalPoint: { x: row.focal_x / 1000, y: row.focal_y / 1000 },
    width: row.width,
    height: row.height,
    placeholder: row.placeholder,
    dominantColor: row.dominant_color,
    url: urlOf('original', originalVersion(row)),
    imageUrl: row.visibility === 'public' ? pictureUrl(addresses, row) : null,
    derivatives: derivativesOf(row).map(({ version, ...made }) => ({
      ...made,
      url: urlOf(`${made.name}.${made.format}`, version),
    })),
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

const translationsOf = (row: Pick<AssetRow, 'translations'>) => JSON.parse(row.translations) as Translations;

/** The first text that is not empty: in the languages of the reader, in their order, then the one for every language. */
export function textsIn(
  row: Pick<AssetRow, 'alt' | 'caption' | 'credit' | 'translations'>,
  languages: string[],
) {
  const translations = translationsOf(row);
  const inOrder = languages.flatMap((language) =>
    Object.hasOwn(translations, language) ? [translations[language]!] : [],
  );
  const text = (name: 'alt' | 'caption' | 'credit') =>
    inOrder.map((texts) => texts[name]).find((each) => each !== undefined && each !== '') ?? row[name];
  return { alt: text('alt'), caption: text('caption'), credit: text('credit') };
}

/** A public asset as a page shows it: the addresses of its files, and the sizes that a browser can choose from. */
export function showAsset(addresses: Addresses, row: AssetRow, languages: string[]) {
  const { kind, type, size, filename, title, ...asset } = presentAsset(addresses, row);
  const derivatives = asset.derivatives.map(({ url, ...made }) => ({ ...made, url: url! }));
  // The thumbnail shows a part of the image.
  const whole = derivatives.filter(({ name }) => name !== 'thumbnail');
  const srcsetOf = (format: string) =>
    whole
      .filter((made) => made.format === format)
      // Of an image that is no wider than `medium`, `large` has the same width: a browser takes each width once.
      .filter(({ width }, index, all) => all.findIndex((made) => made.width === width) === index)
      .map(({ url, width }) => `${url} ${width}w`)
      .join(', ') || null;
  return {
    ...{ id: row.id, kind, type, size, filename, title },
    ...textsIn(row, languages),
    ...{ width: asset.width, height: asset.height, focalPoint: asset.focalPoint },
    ...{ placeholder: asset.placeholder, dominantColor: asset.dominantColor },
    url: asset.url!,
    imageUrl: asset.imageUrl,
    srcset: { webp: srcsetOf('webp'), avif: srcsetOf('avif') },
    derivatives,
  };
}

/** The texts that a search finds it by. */
const searched = (row: Parameters<typeof termsOf>[0]): string[] => {
  const inLanguages = Object.values(translationsOf(row)).flatMap((texts) => Object.values(texts));
  const others = [row.caption, row.credit, ...inLanguages].filter((text) => text !== '');
  return [row.title, row.filename, row.alt, ...row.tags, ...others];
};

export const searchChanged = (row: AssetRow): NewEvent =>
  entityChanged('asset', row.id, {
    title: row.title || row.filename,
    subtitle: row.type,
    text: searched(row).join('\n').slice(0, MAX_SEARCHED),
  });

const MAX_SEARCHED = 20_000;
/** Fifty languages of long captions have more words than anybody looks for. */
const MAX_WORDS = 2_000;

export function termsOf(
  row: Pick<AssetRow, 'title' | 'filename' | 'alt' | 'caption' | 'credit' | 'translations' | 'tags'>,
): Term[] {
  const words = new Set(wordsOf(searched(row).join('\n').slice(0, MAX_SEARCHED)));
  return [
    ...[...words].slice(0, MAX_WORDS).map((term) => ({ kind: 'word' as const, term })),
    ...row.tags.map((term) => ({ kind: 'tag' as const, term })),
  ];
}

const MAX_WORD = 60;

/** Removes differences of case and accents: "cafe" finds Café. */
export const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => [...word].slice(0, MAX_WORD).join(''));

export const normalTags = (tags: string[]) => [
  ...new Set(tags.map((tag) => tag.trim().toLowerCase()).filter((tag) => tag !== '')),
];

/** In thousandths: finer than the eye sees, so assets with almost the same focal point share one rendition. */
export const focalKey = ({ x, y }: { x: number; y: number }) => ({
  focal_x: Math.round(x * 1000),
  focal_y: Math.round(y * 1000),
});

/** Types of content types and entries in the dashboard, and their labels and titles. */
import type { Input } from '../../../../sdk/client.ts';
import type { Data } from '../../api.ts';

export type ContentType = Data<'getContentType'>;
export type Entry = Data<'getEntry'>;
export type Locales = Data<'getContentLocales'>;
export type Values = Record<string, unknown>;

type Sent = Input<'replaceContentType'>['body']['fields'][number];
export type Kind = Sent['kind'];
/** A field without a name, or the item definition of a list. */
export interface Item extends Omit<Sent, 'name' | 'of' | 'fields'> {
  of?: Item;
  fields?: Field[];
}
export type Field = Item & { name: string };

export type BlockKind = { name: string; title: string; fields: Field[] };

/** The kinds of block that the fields of a type name, at any depth. */
export const blocksOf = ({ blocks }: Pick<ContentType, 'blocks'>) =>
  new Map(
    blocks.map((kind) => [kind.name, { ...kind, fields: fieldsOf(kind as Pick<ContentType, 'fields'>) }]),
  );

/** True if something in a field is localised, at any depth. */
export const hasLocales = (item: Item, blocks: Map<string, BlockKind>): boolean =>
  item.localised === true ||
  (item.of !== undefined && hasLocales(item.of, blocks)) ||
  (item.fields ?? []).some((field) => hasLocales(field, blocks)) ||
  (item.blocks ?? []).some((name) => blocks.get(name)?.fields.some((field) => hasLocales(field, blocks)));

/** True if an entry of the type has languages of its own to publish. */
export const hasLanguages = (type: ContentType, { locales }: Locales): boolean => {
  const blocks = blocksOf(type);
  return locales.length > 1 && fieldsOf(type).some((field) => hasLocales(field, blocks));
};

const names = new Intl.DisplayNames('en', { type: 'language' });
export const localeName = (code: string) => names.of(code) ?? code;

/** A field with a condition is shown while the field beside it has one of the values. */
export const isShown = ({ showIf }: Item, beside: Values): boolean =>
  showIf === undefined || showIf.in.includes(beside[showIf.field] as never);

export const fieldsOf = ({ fields }: Pick<ContentType, 'fields'>) => fields as unknown as Field[];

export const KINDS: Record<Kind, { label: string; hint: string }> = {
  text: { label: 'Text', hint: 'A title, a name, a line or two' },
  richtext: { label: 'Rich text', hint: 'Headings, lists, links, by an editor' },
  markdown: { label: 'Markdown', hint: 'Long text in Markdown syntax' },
  number: { label: 'Number', hint: 'A price, a rank, a quantity' },
  boolean: { label: 'Yes or no', hint: 'A switch' },
  datetime: { label: 'Date and time', hint: 'A moment, in any time zone' },
  date: { label: 'Date', hint: 'A day of the calendar' },
  email: { label: 'E-mail', hint: 'An e-mail address' },
  url: { label: 'Link', hint: 'A web address, or a path of the site' },
  colour: { label: 'Colour', hint: 'Such as #0f766e' },
  select: { label: 'Choice', hint: 'One or several of a list' },
  slug: { label: 'Slug', hint: 'The entry’s own part of the address' },
  media: { label: 'Media', hint: 'A picture or file of the library' },
  reference: { label: 'Reference', hint: 'Another entry' },
  list: { label: 'List', hint: 'Any number of one kind' },
  group: { label: 'Group', hint: 'Fields that belong together' },
  blocks: { label: 'Blocks', hint: 'Parts of a page, of several kinds' },
  json: { label: 'JSON', hint: 'Anything, for programs' },
};

export const labelOf = ({ label, name }: Pick<Field, 'label' | 'name'>) => label || wordsOf(name);

/** Turns `heroImage` into "Hero image". */
export function wordsOf(name: string): string {
  const text = name.replace(/([a-z0-9])([A-Z])/g, (_, end, start) => `${end} ${start.toLowerCase()}`);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns the title of an entry: its first text, by the server's rule. */
export function titleOf(
  type: ContentType | undefined,
  { fields, slug }: Pick<Entry, 'fields' | 'slug'>,
  locale?: string,
) {
  const texts = type === undefined ? [] : fieldsOf(type).filter(({ kind }) => kind === 'text');
  for (const { name, localised } of texts) {
    const value = fields[name];
    const shown = localised ? firstText(value as Values | undefined, locale) : value;
    if (typeof shown === 'string' && shown !== '') return shown;
  }
  return slug ?? 'Untitled';
}

const firstText = (byLocale: Values = {}, locale = '') =>
  byLocale[locale] ?? Object.values(byLocale).find((value) => typeof value === 'string' && value !== '');

/** Readers of every language get the latest version. */
export const isWhollyLive = ({ status, locales }: Entry): boolean =>
  status === 'published' && Object.values(locales).every((one) => one.status === 'published');

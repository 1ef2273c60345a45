/**
 * The nodes, marks and attributes that rich text may have: those of Tiptap's starter kit and of its links, images, tables and
 * embeds, also under the names of ProseMirror's own schemas. A page can show each of them without running anyone's code.
 */
import { FORMATS } from '#kernel/http/body/validation.ts';

/** Returns what is wrong with the value of an attribute; null: nothing. */
export type AttributeRule = (value: unknown) => string | null;
export type Attributes = Record<string, AttributeRule>;

/** Browsers drop white space and control characters before they read the scheme. */
const asRead = (address: string) => address.replaceAll(/[\p{Cc}\s]/gu, '');
/** Addresses that run no code when a reader follows them. */
const SAFE_LINK = /^(https?:\/\/|mailto:|tel:|\/(?![/\\])|#|\?|[^:/?#\\]+([/?#]|$))/i;
const SAFE_SOURCE = /^(https?:\/\/|\/(?![/\\])|[^:/?#\\]+([/?#]|$))/i;

const text =
  (longest: number): AttributeRule =>
  (value) =>
    typeof value === 'string' && value.length <= longest
      ? null
      : `must be a text of at most ${longest} characters`;
const whole =
  (least: number, most: number): AttributeRule =>
  (value) =>
    Number.isInteger(value) && (value as number) >= least && (value as number) <= most
      ? null
      : `must be a whole number from ${least} to ${most}`;
const oneOf =
  (...known: unknown[]): AttributeRule =>
  (value) =>
    known.includes(value) ? null : `must be one of ${known.join(', ')}`;
const address =
  (safe: RegExp, message: string): AttributeRule =>
  (value) =>
    typeof value === 'string' && value.length <= 2_000 && safe.test(asRead(value)) ? null : message;
const link = address(SAFE_LINK, 'must be a web, mail or telephone address');
const source = address(SAFE_SOURCE, 'must be a web address');
const id: AttributeRule = (value) =>
  typeof value === 'string' && FORMATS.uuid.test(value) ? null : 'must be a UUID';
const size: AttributeRule = (value) =>
  (typeof value === 'number' && value >= 0) ||
  (typeof value === 'string' && /^\d{1,5}(\.\d+)?(px|%)?$/.test(value))
    ? null
    : 'must be a number, with px or % if it is a text';
const colour = (value: unknown) =>
  typeof value === 'string' && /^(#[0-9a-f]{3,8}|[a-z]{3,30}|rgba?\([\d\s.,%/]{5,40}\))$/i.test(value)
    ? null
    : 'must be a colour';
const widths: AttributeRule = (value) =>
  Array.isArray(value) && value.length <= 100 && value.every((one) => Number.isInteger(one))
    ? null
    : 'must be a list of whole numbers';

const aligned = { textAlign: oneOf('left', 'center', 'right', 'justify', 'start', 'end') };
const cell = { colspan: whole(1, 100), rowspan: whole(1, 1_000), colwidth: widths, ...aligned };
const ordered = {
  start: whole(0, 1_000_000),
  order: whole(0, 1_000_000),
  type: oneOf('1', 'a', 'A', 'i', 'I'),
};
const block = { language: text(50), params: text(50) };
const sized = { width: size, height: size };

export const NODES: Record<string, Attributes> = {
  doc: {},
  text: {},
  paragraph: aligned,
  heading: { level: whole(1, 6), id: text(100), ...aligned },
  blockquote: { cite: link },
  bulletList: { tight: oneOf(true, false) },
  orderedList: { ...ordered, tight: oneOf(true, false) },
  listItem: {},
  taskList: {},
  taskItem: { checked: oneOf(true, false) },
  codeBlock: block,
  hardBreak: {},
  horizontalRule: {},
  image: { assetId: id, src: source, alt: text(1_000), title: text(500), caption: text(1_000), ...sized },
  table: aligned,
  tableRow: {},
  tableHeader: cell,
  tableCell: cell,
  embed: {
    ...{ url: source, src: source, entryId: id, assetId: id, type: text(50), provider: text(50) },
    ...{ title: text(500), caption: text(1_000), ...sized },
  },
  youtube: { src: source, start: whole(0, 1_000_000), ...sized },
  bullet_list: {},
  ordered_list: ordered,
  list_item: {},
  code_block: block,
  hard_break: {},
  horizontal_rule: {},
  table_row: {},
  table_header: cell,
  table_cell: cell,
};

const linked: Attributes = {
  ...{ href: link, title: text(500), rel: text(100), target: oneOf('_blank', '_self', '_parent', '_top') },
  ...{ entryId: id, assetId: id },
};

export const MARKS: Record<string, Attributes> = {
  bold: {},
  strong: {},
  italic: {},
  em: {},
  underline: {},
  strike: {},
  code: {},
  subscript: {},
  superscript: {},
  highlight: { color: colour },
  textStyle: { color: colour },
  link: linked,
};

/** Beside `attrs`; `text` is of a text alone. */
const PARTS = { node: ['type', 'attrs', 'marks', 'content'], mark: ['type', 'attrs'] };

/** The keys of a node or mark that it may not have. */
export const strangeParts = (one: object, what: keyof typeof PARTS, type: unknown): string[] =>
  Object.keys(one).filter((key) => !PARTS[what].includes(key) && !(key === 'text' && type === 'text'));

/** A node or mark without any of these shows nothing. */
export const NEEDS_ONE: Record<string, string[]> = {
  image: ['src', 'assetId'],
  embed: ['url', 'src', 'entryId', 'assetId'],
  youtube: ['src'],
  link: ['href', 'entryId', 'assetId'],
};

/** Nodes whose content is no text of the page. */
export const NEVER_SHOWN = new Set(['script', 'style', 'iframe', 'object', 'template', 'noscript']);

/**
 * Rich text as HTML. Safe by construction: each element and attribute is one of those below, and every text is escaped. A document
 * has only known nodes and safe addresses when it gets here (`fields/richtext-clean.ts`).
 */
import { isObject } from '#kernel/http/body/verbatim.ts';
import type { ShownAsset } from '../entries/references.ts';

/** A live entry that a text links to; its slug and path in the reader's locale. `path` null: the site alone knows it. */
export type Address = { type: string; slug: string | null; path: string | null };

/** The assets and entries inside texts that visitors get. */
export type Targets = { assets: Map<string, ShownAsset>; addresses: Map<string, Address> };

type Node = {
  type: string;
  /** Editors write null for none. */
  attrs?: Record<string, unknown> | null;
  marks?: Node[];
  content?: Node[];
  text?: string;
};

const ESCAPED: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPED[character]!);

type Attribute = string | number | null | undefined;

function element(name: string, attributes: Record<string, Attribute>, inside: string | null): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([key, value]) => ` ${key}="${escaped(String(value))}"`)
    .join('');
  return inside === null ? `<${name}${written}>` : `<${name}${written}>${inside}</${name}>`;
}

/** Elements that have no attributes of their own. */
const PLAIN: Record<string, string> = {
  doc: '',
  paragraph: 'p',
  bulletList: 'ul',
  bullet_list: 'ul',
  listItem: 'li',
  list_item: 'li',
  table: 'table',
  tableRow: 'tr',
  table_row: 'tr',
  bold: 'strong',
  strong: 'strong',
  italic: 'em',
  em: 'em',
  underline: 'u',
  strike: 's',
  code: 'code',
  subscript: 'sub',
  superscript: 'sup',
};

export function htmlOf(document: unknown, targets: Targets): string {
  return isObject(document) ? nodeHtml(document as Node, targets) : '';
}

function nodeHtml(node: Node, targets: Targets): string {
  if (node.type === 'text') return marked(escaped(node.text ?? ''), node.marks, targets);
  const inside = (node.content ?? []).map((child) => nodeHtml(child, targets)).join('');
  return marked(blockHtml(node, inside, targets), node.marks, targets);
}

function blockHtml({ type, attrs: given }: Node, inside: string, targets: Targets): string {
  const attrs = given ?? {};
  const style = alignment(attrs);
  switch (type) {
    case 'heading':
      return element(`h${whole(attrs.level) ?? 1}`, { id: text(attrs.id), style }, inside);
    case 'blockquote':
      return element('blockquote', { cite: text(attrs.cite) }, inside);
    case 'orderedList':
    case 'ordered_list':
      return element('ol', { start: whole(attrs.start ?? attrs.order), type: text(attrs.type) }, inside);
    case 'taskList':
      return element('ul', { 'data-type': 'taskList' }, inside);
    case 'taskItem':
      return element('li', { 'data-checked': String(attrs.checked === true) }, inside);
    case 'codeBlock':
    case 'code_block': {
      const language = text(attrs.language ?? attrs.params);
      return element(
        'pre',
        {},
        element('code', { class: language && `language-${language.replaceAll(/[^\w+#.-]+/g, '-')}` }, inside),
      );
    }
    case 'hardBreak':
    case 'hard_break':
      return '<br>';
    case 'horizontalRule':
    case 'horizontal_rule':
      return '<hr>';
    case 'tableHeader':
    case 'table_header':
      return element('th', { ...spans(attrs), style }, inside);
    case 'tableCell':
    case 'table_cell':
      return element('td', { ...spans(attrs), style }, inside);
    case 'image':
      return imageHtml(attrs, targets);
    case 'embed':
    case 'youtube':
      return embedHtml(attrs, targets);
    default:
      return PLAIN[type] ? element(PLAIN[type], { style }, inside) : inside;
  }
}

/** An image of the media library has the sizes made of it; one that visitors do not get is left out. */
function imageHtml(attrs: Record<string, unknown>, { assets }: Targets): string {
  const id = text(attrs.assetId)?.toLowerCase();
  const asset = id === undefined ? undefined : assets.get(id);
  if (id !== undefined && asset === undefined) return '';
  const image = element(
    'img',
    {
      src: asset?.url ?? text(attrs.src),
      srcset: asset?.srcset.webp,
      alt: text(attrs.alt) ?? asset?.alt ?? '',
      title: text(attrs.title),
      width: size(attrs.width) ?? asset?.width,
      height: size(attrs.height) ?? asset?.height,
      loading: 'lazy',
      referrerpolicy: asset === undefined ? 'no-referrer' : undefined,
    },
    null,
  );
  return captioned(image, {}, attrs);
}

/** An embed is a link or a mark for the site, never a frame. */
function embedHtml(attrs: Record<string, unknown>, targets: Targets): string {
  if (typeof attrs.assetId === 'string') {
    const asset = targets.assets.get(attrs.assetId.toLowerCase());
    if (asset === undefined) return '';
    if (asset.kind === 'image') return imageHtml(attrs, targets);
    return captioned(linkTo(asset.url, text(attrs.title) ?? asset.title ?? asset.filename), {}, attrs);
  }
  if (typeof attrs.entryId === 'string') {
    const at = addressOf(attrs.entryId, targets);
    if (at === undefined) return '';
    const { href, ...about } = at;
    const title = escaped(text(attrs.title) ?? '');
    return captioned(
      href == null ? title : element('a', { href }, title || escaped(String(href))),
      about,
      attrs,
    );
  }
  const url = text(attrs.url ?? attrs.src);
  if (url === undefined) return '';
  return captioned(
    linkTo(url, text(attrs.title) ?? url),
    { 'data-embed': text(attrs.provider) ?? '' },
    attrs,
  );
}

const linkTo = (url: string, title: string) => element('a', { href: url }, escaped(title));

function captioned(
  inside: string,
  attributes: Record<string, Attribute>,
  attrs: Record<string, unknown>,
): string {
  const caption = text(attrs.caption);
  return element(
    'figure',
    attributes,
    inside + (caption === undefined ? '' : element('figcaption', {}, escaped(caption))),
  );
}

function marked(inside: string, marks: Node[] | undefined, targets: Targets): string {
  return (marks ?? []).reduceRight((html, { type, attrs: given }) => {
    const attrs = given ?? {};
    if (type === 'link') return linked(html, attrs, targets);
    if (type === 'highlight') return element('mark', { style: coloured('background-color', attrs) }, html);
    if (type === 'textStyle') return element('span', { style: coloured('color', attrs) }, html);
    return PLAIN[type] ? element(PLAIN[type], {}, html) : html;
  }, inside);
}

/** A link to what visitors do not get is only its text. */
function linked(html: string, attrs: Record<string, unknown>, targets: Targets): string {
  const target = text(attrs.target);
  const shown = { title: text(attrs.title), target, rel: relationOf(attrs, target) };
  if (typeof attrs.assetId === 'string') {
    const asset = targets.assets.get(attrs.assetId.toLowerCase());
    return asset === undefined ? html : element('a', { href: asset.url, ...shown }, html);
  }
  if (typeof attrs.entryId === 'string') {
    const at = addressOf(attrs.entryId, targets);
    return at === undefined
      ? html
      : element('a', { ...at, href: at.href ?? text(attrs.href), ...shown }, html);
  }
  return element('a', { href: text(attrs.href), ...shown }, html);
}

/** A page in another window gets no hold of this one. */
function relationOf({ rel }: Record<string, unknown>, target: string | undefined): string | undefined {
  if (target !== '_blank') return text(rel);
  const given = (text(rel) ?? '').split(/\s+/).filter((word) => !['', 'opener', 'noopener'].includes(word));
  return [...given, 'noopener'].join(' ');
}

/** A site may know the addresses of its pages better than the type does: it gets the entry's type and slug, too. */
function addressOf(id: string, { addresses }: Targets): Record<string, Attribute> | undefined {
  const found = addresses.get(id.toLowerCase());
  if (found === undefined) return undefined;
  return {
    href: found.path,
    'data-entry-id': id.toLowerCase(),
    'data-entry-type': found.type,
    'data-entry-slug': found.slug,
  };
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
const whole = (value: unknown) => (Number.isInteger(value) ? (value as number) : undefined);
const size = (value: unknown) =>
  typeof value === 'number'
    ? value
    : typeof value === 'string'
      ? Number.parseInt(value, 10) || undefined
      : undefined;
const spans = ({ colspan, rowspan }: Record<string, unknown>) => ({
  colspan: colspan === 1 ? undefined : whole(colspan),
  rowspan: rowspan === 1 ? undefined : whole(rowspan),
});
const alignment = ({ textAlign }: Record<string, unknown>) =>
  typeof textAlign === 'string' ? `text-align:${textAlign}` : undefined;
const coloured = (property: string, { color }: Record<string, unknown>) =>
  typeof color === 'string' ? `${property}:${color}` : undefined;

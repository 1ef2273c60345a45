/** The entries above others of a tree, as readers see them: breadcrumbs, and the slugs that paths consist of. */
import { type Static, Type } from 'typebox';
import type { Tx } from '#kernel/db/db.ts';
import { Nullable } from '#kernel/http/fields.ts';
import { Described, NamedObject } from '#kernel/http/named.ts';
import { surrogateKey } from '#kernel/http/surrogate-keys.ts';
import type { EntryRow } from '../entries/entries.sql.ts';
import { type Field, isMissing } from '../fields/field.ts';
import { firstOf } from '../fields/structure.ts';
import { type Locales, liveChainOf } from '../locales/locales.ts';
import { type Perspective, PUBLISHED } from '../publishing/perspective.ts';
import { type Addresses, pathOf, type SlugsAbove } from '../types/addresses.ts';
import type { EntryOrder } from '../types/types.sql.ts';
import { findUpwards, type NodeRow } from './ancestors.sql.ts';

export const Ancestor = NamedObject('EntryAncestor', {
  id: Type.String(),
  title: Described(Nullable(Type.String()), 'Its first text.'),
  slug: Nullable(Type.String()),
  path: Nullable(Type.String()),
});
export type Ancestor = Static<typeof Ancestor>;

export type Node = {
  id: string;
  parentId: string | null;
  title: unknown;
  slugs: Record<string, string>;
  live: string[] | null;
  isSeen: boolean;
};

/** `propertyId`: the site whose readers look; without it those of any. */
type Looking = { locales: Locales; propertyId?: string | null | undefined };

export const nodeOf = (row: NodeRow, { propertyId }: Looking, isLive = true): Node => ({
  id: row.id,
  parentId: row.parent_id,
  title: row.title === null ? null : JSON.parse(row.title),
  slugs: row.slugs === null ? {} : JSON.parse(row.slugs),
  live: row.live_locales,
  isSeen: isLive && (!propertyId || row.property_id === null || row.property_id === propertyId),
});

/** The slug by which readers of the locale find the entry; null: they do not see it, or it has none. */
export function slugFor(
  { slugs, live, isSeen }: Omit<Node, 'id' | 'parentId' | 'title'>,
  locale: string,
  locales: Locales,
) {
  const chain = isSeen ? liveChainOf(locales, locale, live) : [];
  if (chain.length === 0) return null;
  return slugs[chain.find((code) => slugs[code]) ?? ''] ?? null;
}

export function titleFor({ title, live }: Node, locale: string, locales: Locales): string | null {
  const isByLocale = typeof title === 'object' && title !== null;
  const value = isByLocale
    ? firstOf(title as Record<string, unknown>, liveChainOf(locales, locale, live))
    : title;
  return isMissing(value) ? null : (value as string).slice(0, 200).toWellFormed();
}

/** The slugs from the root down to this entry, by what is above it. */
export const slugsThrough =
  (node: Parameters<typeof slugFor>[0], above: SlugsAbove, locales: Locales): SlugsAbove =>
  (locale) => {
    const [slugs, own] = [above(locale), slugFor(node, locale, locales)];
    return slugs === null || own === null ? null : [...slugs, own];
  };

/** The entries above one, the root first. */
export class Lineage {
  readonly nodes: Node[];
  readonly #locales: Locales;

  constructor(nodes: Node[], locales: Locales) {
    this.nodes = nodes;
    this.#locales = locales;
  }

  /** Null: readers of the locale do not see all of them. */
  readonly slugs: SlugsAbove = (locale) => {
    const slugs = this.nodes.map((node) => slugFor(node, locale, this.#locales));
    return slugs.includes(null) ? null : (slugs as string[]);
  };

  /** Those that readers of the locale see. */
  shown(addresses: Addresses, locale: string): Ancestor[] {
    return this.nodes.flatMap((node, at): Ancestor[] => {
      if (!node.isSeen || liveChainOf(this.#locales, locale, node.live).length === 0) return [];
      const slug = slugFor(node, locale, this.#locales);
      const above = new Lineage(this.nodes.slice(0, at), this.#locales).slugs(locale);
      const title = titleFor(node, locale, this.#locales);
      return [{ id: node.id, title, slug, path: pathOf(addresses, locale, slug, above) }];
    });
  }
}

/** The name of the field that titles an entry; '': none. */
export const titleName = (fields: Field[]): string =>
  fields.find(({ kind }) => kind === 'text' || kind === 'slug')?.name ?? '';

type Deps = Looking & { perspective: Perspective; dependencies?: Set<string> | undefined };
type InTree = { parent_id: string | null; title: string };

/** Reads what is above these entries, in one statement. Returns the lineage below a parent; answers depend on all of it. */
export async function loadLineages(
  tx: Tx,
  entries: InTree[],
  deps: Deps,
): Promise<(parentId: string | null) => Lineage> {
  const starts = new Map(entries.flatMap(({ parent_id: id, title }) => (id ? [[id, { id, title }]] : [])));
  const rows = starts.size === 0 ? [] : await findUpwards(tx, [...starts.values()], deps.perspective);
  const nodes = new Map(rows.map((row) => [row.id, nodeOf(row, deps, row.is_seen)]));
  for (const id of nodes.keys()) deps.dependencies?.add(surrogateKey('entry', id));
  return (parentId) => {
    const above: Node[] = [];
    for (let node = parentId && nodes.get(parentId); node; node = node.parentId && nodes.get(node.parentId))
      above.unshift(node);
    return new Lineage(above, deps.locales);
  };
}

/** What is above an entry, for readers of its site. */
export const loadAbove = async (
  tx: Tx,
  entry: Pick<EntryRow, 'parent_id' | 'property_id'>,
  locales: Locales,
): Promise<Lineage> => {
  const { parent_id, property_id: propertyId } = entry;
  const inTree = [{ parent_id, title: '' }];
  return (await loadLineages(tx, inTree, { locales, propertyId, perspective: PUBLISHED }))(parent_id);
};

/** Types whose entries are below each other. */
export const isTree = ({ order }: { order: EntryOrder }) => order === 'tree';

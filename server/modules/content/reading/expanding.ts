/** Follows the links of entries, level by level: one statement for the entries of a level and one for its assets. */
import type { Tx } from '#kernel/db/db.ts';
import { answerTooLarge, MAX_ANSWER_BYTES } from '#kernel/http/answer-size.ts';
import { stringifyJson, Verbatim } from '#kernel/http/body/verbatim.ts';
import { surrogateKey } from '#kernel/http/surrogate-keys.ts';
import { Slices } from '#kernel/work/slices.ts';
import type { Others, ShownAsset } from '../entries/references.ts';
import { type Field, Place } from '../fields/field.ts';
import { kindOf } from '../fields/kinds.ts';
import { chainOf, type Locales, liveChainOf } from '../locales/locales.ts';
import { isTree, loadLineages, titleName } from '../positions/ancestors.ts';
import type { Perspective } from '../publishing/perspective.ts';
import { type PublishedEntry, present } from '../publishing/published.ts';
import { type Addresses, pathOf } from '../types/addresses.ts';
import { allInForce } from '../types/conversion.ts';
import type { EntryOrder } from '../types/types.sql.ts';
import { type Address, htmlOf } from './html.ts';
import { findAddresses, findDefinitions, findLive, type LiveRow, type TypeOfLive } from './reading.sql.ts';
import { type Shaper, shape } from './shaping.ts';
import { assertNamed, isDeep, type View, type Wanted } from './view.ts';

type Deps = {
  tx: Tx;
  locales: Locales;
  view: View;
  others: Pick<Others, 'showAssets'>;
  /** The only types whose entries the reader may see. */
  types?: string[] | undefined;
  /** The site whose entries the reader sees, beside those for all sites; without it every site's. */
  propertyId?: string | undefined;
  perspective: Perspective;
  /** Receives the surrogate keys of everything that the answer depends on. */
  dependencies?: Set<string> | undefined;
};

/** An entry in the places of a level that want the same of it. */
type Shown = {
  entry: PublishedEntry;
  fields: Field[];
  wanted: Wanted;
  /** The number of places that it stands in. */
  places: number;
  text?: Verbatim;
};

/** The entries that take the places of ids, by what is wanted of them. */
type Followed = Map<Wanted, Map<string, Shown>>;
type Level = { shown: Shown[]; followed: Followed };

/** Returns the entries as the view asks for them, and null for an entry or asset that visitors do not get. */
export async function expand(
  entries: PublishedEntry[],
  fields: Field[],
  deps: Deps,
): Promise<PublishedEntry[]> {
  const { view } = deps;
  if (view.wanted.inside.size === 0 && view.format === 'json') return entries;
  if (isDeep(fields, view)) await assertDeeply(fields, deps);
  const top = entries.map((entry) => ({ entry, fields, wanted: view.wanted, places: 1 }));
  const [levels, targets] = await load(top, deps);
  for (const { shown, followed } of levels.toReversed()) {
    const shaper: Shaper = {
      link: (kind, id, wanted) =>
        (kind === 'entry' ? followed.get(wanted)?.get(id)?.text : targets.written.get(id)) ?? null,
      richText: (document) => (view.format === 'html' ? htmlOf(document, targets) : document),
    };
    let bytes = 0;
    for await (const each of new Slices().each(shown)) {
      each.entry = { ...each.entry, fields: shaped(each, shaper) };
      each.text = new Verbatim(stringifyJson(each.entry));
      // HTML and slugs are larger than what is stored.
      bytes += each.text.text.length * each.places;
      if (bytes > MAX_ANSWER_BYTES) throw answerTooLarge();
    }
  }
  return top.map(({ entry }) => entry);
}

const shaped = ({ entry, fields, wanted }: Shown, shaper: Shaper) =>
  Object.fromEntries(
    fields
      .filter(({ name }) => Object.hasOwn(entry.fields, name))
      .map((field) => [
        field.name,
        shape(field, entry.fields[field.name], wanted.inside.get(field.name), shaper),
      ]),
  );

/** Names after a reference are fields of the types that it may lead to. */
async function assertDeeply(fields: Field[], { tx, view, types }: Deps): Promise<void> {
  const definitions = await new Slices().map(
    await findDefinitions(tx, types ?? null),
    ({ name, fields: stored }): [string, Field[]] => [name, JSON.parse(stored)],
  );
  assertNamed(fields, view.wanted, new Map(definitions));
}

class Targets {
  readonly assets = new Map<string, ShownAsset>();
  readonly written = new Map<string, Verbatim>();
  readonly addresses = new Map<string, Address>();
}

async function load(top: Shown[], deps: Deps): Promise<[Level[], Targets]> {
  const levels: Level[] = [];
  const targets = new Targets();
  for (let shown = top; shown.length > 0; ) {
    const links = await linksOf(shown, deps.view);
    if (deps.dependencies) noteLinks(links, deps.dependencies);
    await loadAssets(links.assets, targets, deps);
    await loadAddresses(links.addresses, targets, deps);
    const followed = await loadEntries(links.entries, deps);
    levels.push({ shown, followed });
    shown = [...followed.values()].flatMap((byId) => [...byId.values()]);
  }
  return [levels, targets];
}

type Places = Map<string, number>;
type Links = { entries: Map<Wanted, Places>; assets: Places; addresses: Set<string> };

async function linksOf(shown: Shown[], view: View): Promise<Links> {
  const links: Links = { entries: new Map(), assets: new Map(), addresses: new Set() };
  for await (const each of new Slices().each(shown)) {
    shaped(each, {
      link(kind, id, wanted) {
        const places =
          kind === 'asset'
            ? links.assets
            : (links.entries.get(wanted) ?? links.entries.set(wanted, new Map()).get(wanted)!);
        places.set(id, (places.get(id) ?? 0) + each.places);
        return id;
      },
      richText(document) {
        if (view.format === 'html') noteTargets(document, each.places, links);
        return document;
      },
    });
  }
  return links;
}

/** Links that visitors do not get yet count too: the answer changes when they do. */
function noteLinks({ entries, assets, addresses }: Links, dependencies: Set<string>): void {
  for (const places of entries.values()) {
    for (const id of places.keys()) dependencies.add(surrogateKey('entry', id));
  }
  for (const id of addresses) dependencies.add(surrogateKey('entry', id));
  for (const id of assets.keys()) dependencies.add(surrogateKey('asset', id));
}

const RICH_TEXT = { kind: 'richtext' } as const;

function noteTargets(document: unknown, places: number, { assets, addresses }: Links): void {
  for (const { kind, id } of kindOf('richtext').linksOf!(document, RICH_TEXT, new Place(''))) {
    if (kind === 'entry') addresses.add(id);
    else assets.set(id, (assets.get(id) ?? 0) + places);
  }
}

/** A type as the entries of an answer need it, read once. */
export type Described = {
  name: string;
  fields: Field[];
  addresses: Addresses;
  order: EntryOrder;
  conversionOf(row: LiveRow): string | null;
};

export const describe = ({
  name,
  fields,
  addresses,
  entry_order,
  version,
  conversion,
}: TypeOfLive): Described => ({
  ...{ name, fields: JSON.parse(fields), addresses: JSON.parse(addresses), order: entry_order },
  // A row of another definition has values of the former one.
  conversionOf: ({ definition }) => (definition === version ? null : conversion),
});

async function loadEntries(wanted: Links['entries'], deps: Deps): Promise<Followed> {
  const { tx, locales, view } = deps;
  const places: Places = new Map();
  for (const each of wanted.values()) {
    for (const [id, count] of each) places.set(id, (places.get(id) ?? 0) + count);
  }
  const found = await findLive(tx, places, deps.perspective);
  const types = new Map(found.types.map((type) => [type.id, describe(type)]));
  for (const id of types.keys()) deps.dependencies?.add(surrogateKey('type', id));
  const stored = found.rows.map((row) => ({ ...row, conversion: types.get(row.type_id)!.conversionOf(row) }));
  const rows = new Map((await allInForce(stored)).map((row) => [row.id, row]));
  const inTrees = [...rows.values()].flatMap((row) => {
    const type = types.get(row.type_id)!;
    return isTree(type) ? [{ parent_id: row.parent_id, title: titleName(type.fields) }] : [];
  });
  const lineageOf = await loadLineages(tx, inTrees, deps);
  const followed: Followed = new Map();
  for (const [node, ids] of wanted) {
    const byId = new Map<string, Shown>();
    followed.set(node, byId);
    for await (const [id, count] of new Slices().each(ids)) {
      const row = rows.get(id);
      const type = row && types.get(row.type_id)!;
      if (row === undefined || !maySee({ ...row, type: type!.name }, deps)) continue;
      const lineage = isTree(type!) ? lineageOf(row.parent_id) : undefined;
      const entry = present(row, type!, type!.fields, locales, { ...view, wanted: node }, lineage);
      byId.set(id, { entry, fields: type!.fields, wanted: node, places: count });
    }
  }
  return followed;
}

async function loadAssets(places: Places, targets: Targets, deps: Deps): Promise<void> {
  const { tx, locales, view, others } = deps;
  const unknown = [...places.keys()].filter((id) => !targets.assets.has(id));
  const chain = chainOf(locales, view.locale);
  for (const asset of unknown.length === 0 ? [] : await others.showAssets(tx, unknown, chain)) {
    targets.assets.set(asset.id, asset);
    targets.written.set(asset.id, new Verbatim(JSON.stringify(asset)));
  }
  let bytes = 0;
  for (const [id, count] of places) bytes += (targets.written.get(id)?.text.length ?? 0) * count;
  if (bytes > MAX_ANSWER_BYTES) throw answerTooLarge();
}

type Seen = { type: string; property_id: string | null; live_locales: string[] | null };

const maySee = (row: Seen, { types, propertyId, locales, view }: Deps): boolean =>
  (types?.includes(row.type) ?? true) &&
  liveChainOf(locales, view.locale, row.live_locales).length > 0 &&
  (propertyId === undefined || row.property_id === null || row.property_id === propertyId);

async function loadAddresses(ids: Set<string>, targets: Targets, deps: Deps): Promise<void> {
  const { tx, locales, view } = deps;
  const rows = (await findAddresses(tx, [...ids], deps.perspective)).filter((row) => maySee(row, deps));
  const inTrees = rows.filter((row) => row.entry_order === 'tree');
  const lineageOf = await loadLineages(
    tx,
    inTrees.map(({ parent_id }) => ({ parent_id, title: '' })),
    deps,
  );
  const chain = chainOf(locales, view.locale);
  for (const [id, slugs] of Map.groupBy(rows, (row) => row.id)) {
    const inOrder = [...chain, ''].map((code) => slugs.find(({ locale }) => locale === code));
    const slug = inOrder.find((row) => row !== undefined)?.slug ?? null;
    const { type, type_id, parent_id, addresses } = slugs[0]!;
    deps.dependencies?.add(surrogateKey('type', type_id));
    const path = pathOf(JSON.parse(addresses), view.locale, slug, lineageOf(parent_id).slugs(view.locale));
    targets.addresses.set(id, { type, slug, path });
  }
}

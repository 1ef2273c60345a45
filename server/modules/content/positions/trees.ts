/** The whole tree of a type as readers see it: in one answer, in its order. An entry that they do not see hides those below it. */
import { type Static, Type } from 'typebox';
import type { Tx } from '#kernel/db/db.ts';
import { planByIndex } from '#kernel/db/plans.ts';
import { invalid, notFound } from '#kernel/errors.ts';
import { Nullable } from '#kernel/http/fields.ts';
import { Described, NamedObject } from '#kernel/http/named.ts';
import { surrogateKey } from '#kernel/http/surrogate-keys.ts';
import { assertLocale, liveChainOf, readLocales } from '../locales/locales.ts';
import type { Perspective } from '../publishing/perspective.ts';
import { pathOf, type SlugsAbove } from '../types/addresses.ts';
import { readType } from '../types/record.ts';
import { findTypeToRead } from '../types/types.sql.ts';
import { findLevel } from './ancestors.sql.ts';
import {
  Ancestor,
  loadLineages,
  type Node,
  nodeOf,
  slugFor,
  slugsThrough,
  titleFor,
  titleName,
} from './ancestors.ts';
import { DEEPEST } from './positions.ts';

export const MOST_NODES = 2_000;

export const TreeNode = NamedObject('EntryNode', {
  ...Ancestor.properties,
  parentId: Described(Nullable(Type.String()), 'The entry above it; null: it is at the top.'),
  level: Type.Integer({ description: '1 is the first level of the answer.' }),
});
export type TreeNode = Static<typeof TreeNode>;

type Asked = { locale?: string; under?: string; depth?: number };
type Reader = {
  propertyId?: string | undefined;
  perspective: Perspective;
  dependencies?: Set<string> | undefined;
};

export async function readTree(
  tx: Tx,
  typeName: string,
  asked: Asked,
  { propertyId, perspective, dependencies }: Reader,
): Promise<TreeNode[]> {
  planByIndex(tx);
  const row = await findTypeToRead(tx, typeName);
  if (row === undefined) throw notFound('content type');
  const [type, locales] = [readType(row), readLocales(row)];
  if (type.order !== 'tree')
    throw invalid([{ path: 'type', code: 'not_allowed', message: 'must be a type that is a tree' }]);
  if (asked.locale !== undefined) assertLocale(locales, asked.locale);
  const locale = asked.locale ?? locales.default;
  dependencies?.add(surrogateKey('list', type.id)).add(surrogateKey('type', type.id));
  const title = titleName(type.fields);
  const under = asked.under?.toLowerCase() ?? null;
  const deps = { locales, propertyId, perspective, dependencies };
  const { nodes: above, slugs } = (await loadLineages(tx, [{ parent_id: under, title }], deps))(under);
  const isSeen = (node: Node) => node.isSeen && liveChainOf(locales, locale, node.live).length > 0;
  if (under !== null && (above.length === 0 || !above.every(isSeen))) throw notFound('entry');

  const below = new Map<string | null, Node[]>();
  let [parents, count]: [(string | null)[], number] = [[under], 0];
  for (let level = 1; level <= (asked.depth ?? DEEPEST) && parents.length > 0; level++) {
    const found = await findLevel(tx, type.id, parents, title, perspective, MOST_NODES + 1 - count);
    count += found.length;
    if (count > MOST_NODES) throw TOO_MANY;
    const nodes = found.map((each) => nodeOf(each, deps)).filter(isSeen);
    for (const node of nodes) below.set(node.parentId, [...(below.get(node.parentId) ?? []), node]);
    parents = nodes.map(({ id }) => id);
  }
  const show = (parentId: string | null, over: SlugsAbove, level: number): TreeNode[] =>
    (below.get(parentId) ?? []).flatMap((node) => {
      const slug = slugFor(node, locale, locales);
      const path = pathOf(type.addresses, locale, slug, over(locale));
      const own = { id: node.id, parentId, level, title: titleFor(node, locale, locales), slug, path };
      return [own, ...show(node.id, slugsThrough(node, over, locales), level + 1)];
    });
  return show(under, slugs, 1);
}

const TOO_MANY = invalid([
  {
    path: 'depth',
    code: 'too_many',
    message: `must leave at most ${MOST_NODES} entries: read fewer levels, or the tree in parts with under`,
  },
]);

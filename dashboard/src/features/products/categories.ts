import { useEffect, useMemo } from 'react';
import type { Item } from '../../api.ts';
import { useList } from '../../ui/use-data.ts';

export type Category = Item<'listCategories'>;
/** A category and how deep it is below the root. */
export type Branch = { category: Category; depth: number; name: string };

/** All categories as a tree, written in lines: each below its parent, in their order. */
export function treeOf(categories: Category[]): Branch[] {
  const below = Map.groupBy(categories, ({ parentId }) => parentId);
  const walk = (parentId: string | null, depth: number, above: string): Branch[] =>
    (below.get(parentId) ?? [])
      .toSorted((one, other) => one.position - other.position || one.name.localeCompare(other.name))
      .flatMap((category) => {
        const name = above === '' ? category.name : `${above} › ${category.name}`;
        return [{ category, depth, name }, ...walk(category.id, depth + 1, name)];
      });
  return walk(null, 0, '');
}

/** Below this parent, before this sibling; null: at the top, as the last. */
export type Place = { parentId: string | null; beforeId: string | null };
type Move = { category: Category; body: { parentId?: string | null; position: number } };

/** The changes that put a category there: its own first, then those of siblings whose position makes room. */
export function movesTo(tree: Branch[], moved: Category, { parentId, beforeId }: Place): Move[] {
  const siblings = tree
    .map(({ category }) => category)
    .filter((category) => category.parentId === parentId && category.id !== moved.id);
  const before = siblings.findIndex(({ id }) => id === beforeId);
  const at = before === -1 ? siblings.length : before;
  const others = siblings.flatMap((category, index): Move[] => {
    const position = index < at ? index : index + 1;
    return category.position === position ? [] : [{ category, body: { position } }];
  });
  const isThere = moved.parentId === parentId && moved.position === at;
  return [...(isThere ? [] : [{ category: moved, body: { parentId, position: at } }]), ...others];
}

export const isBelow = (category: Category, above: Category) => category.path.includes(above.id);

export function useCategories(): Branch[] {
  const { rows, hasNextPage, isFetchingNextPage, fetchNextPage } = useList('listCategories', {
    query: { limit: 100 },
  });
  // A tree needs all of them.
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  return useMemo(() => treeOf(rows), [rows]);
}

export function useCategoryOptions() {
  const tree = useCategories();
  return useMemo(() => tree.map(({ category, name }) => ({ value: category.id, label: name })), [tree]);
}

/** Moves entries by buttons, keys and drag and drop; each move is in force at once and can be taken back. */
import { createContext, useContext, useState } from 'react';
import { api } from '../../../api.ts';
import { counted } from '../../../ui/formats.ts';
import { useAction } from '../../../ui/use-data.ts';
import type { Entry } from '../fields.ts';
import { type Position, positionAfter, positionOf, type Spot, type Step } from './moves.ts';

type Move = { spot: Spot; to: Position };

export function useMoves(titleOf: (entry: Entry) => string, redirects: boolean) {
  const [dragged, drag] = useState<Spot | null>(null);
  /** The entry that was moved last, and the one that it came below: that one opens, and the moved one takes the focus. */
  const [moved, setMoved] = useState<{ id: string; into: string | null } | null>(null);
  const action = useAction(
    ({ spot, to }: Move) =>
      api.moveEntry({ path: { id: spot.entry.id }, body: { ...to, ...(redirects && { redirects }) } }),
    {
      invalidates: ['listEntries', 'getEntry'],
      successMessage: ({ data }, { spot }) => {
        const pages = data.moved.length;
        const told = pages === 0 ? '' : `; ${counted(pages, 'page has', 'pages have')} another address`;
        return `“${titleOf(spot.entry)}” is moved${told}`;
      },
      undo:
        (_, { spot }) =>
        () =>
          api.moveEntry({
            path: { id: spot.entry.id },
            body: { ...positionOf(spot), ...(redirects && { redirects }) },
          }),
      done: (_, { spot, to }) => setMoved({ id: spot.entry.id, into: to.parentId ?? null }),
    },
  );
  const move = (spot: Spot, to: Position | undefined) => {
    if (to !== undefined && !action.isPending) action.mutate({ spot, to });
  };
  return {
    dragged,
    drag,
    moved,
    move,
    step: (spot: Spot, step: Step) => move(spot, positionAfter(step, spot)),
  };
}

export type Moves = ReturnType<typeof useMoves>;

type Shared = Moves & {
  titleOf: (entry: Entry) => string;
  type: string;
  isTree: boolean;
  mayEdit: boolean;
};

export const MovesContext = createContext<Shared | null>(null);
export const useShared = () => useContext(MovesContext)!;

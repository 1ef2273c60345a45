/** What the inputs of an entry know of its comments: the open threads of each block, and the block that somebody wants to see. */
import { createContext, useContext, useEffect, useRef } from 'react';

export type Discussed = {
  /** The open threads of a block; null: it is not saved yet, so nobody else sees it. */
  threadsOn: (blockId: string) => number | null;
  /** `name`: of the block on the screen. */
  open: (blockId: string, name: string) => void;
};
export type Sought = { blockId: string };
export type Seeking = {
  sought: Sought | null;
  /** `locale`: of the value that the block is in, or of the texts that are meant. */
  seek: (block: { id: string }, locale: string | null) => void;
};

export const DiscussedContext = createContext<Discussed | null>(null);
export const SeekingContext = createContext<Seeking>({ sought: null, seek: () => undefined });

/** Null: outside of the page of an entry. */
export const useDiscussed = () => useContext(DiscussedContext);
export const useSeeking = () => useContext(SeekingContext);

/** The ids of blocks at any depth. */
export function blockIdsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(blockIdsIn);
  if (typeof value !== 'object' || value === null) return [];
  const { id, type, ...rest } = value as Record<string, unknown>;
  const inside = Object.values(rest).flatMap(blockIdsIn);
  return typeof id === 'string' && typeof type === 'string' ? [id, ...inside] : inside;
}

/** Opens the block of a list that is sought, or that has it inside. */
export function useOpensSought(blocks: { id: string }[], open: (id: string) => void): void {
  const { sought } = useSeeking();
  const latest = useRef({ blocks, open });
  latest.current = { blocks, open };
  useEffect(() => {
    const holder =
      sought && latest.current.blocks.find((block) => blockIdsIn(block).includes(sought.blockId));
    if (holder) latest.current.open(holder.id);
  }, [sought]);
}

/** Brings the block to the eye and the focus to its line, once it is sought. */
export function useShownWhenSought<Row extends HTMLElement>(blockId: string) {
  const { sought } = useSeeking();
  const row = useRef<Row>(null);
  useEffect(() => {
    if (sought?.blockId !== blockId || row.current === null) return;
    row.current.scrollIntoView({ block: 'center' });
    row.current.querySelector<HTMLElement>('[aria-expanded]')?.focus({ preventScroll: true });
  }, [sought, blockId]);
  return row;
}

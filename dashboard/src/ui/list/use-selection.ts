/** The selected rows of a list. */
import { useCallback, useMemo, useRef, useState } from 'react';

/** More than this is a task for an export, an import or the API. */
export const MOST_SELECTED = 500;

export type Selection = {
  /** The selected rows that are still in the list. */
  keys: ReadonlySet<string>;
  /** With `asRange`, every row between this one and the one toggled before gets the same state. */
  toggle: (key: string, asRange: boolean) => void;
  toggleAll: () => void;
  clear: () => void;
  isAll: boolean;
};

export function useSelection(all: string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string | null>(null);
  const list = useRef(all);
  list.current = all;
  const toggle = useCallback((key: string, asRange: boolean) => {
    const rows = list.current;
    const from = asRange && last.current !== null ? rows.indexOf(last.current) : -1;
    const to = rows.indexOf(key);
    const range = from === -1 ? [key] : rows.slice(Math.min(from, to), Math.max(from, to) + 1);
    last.current = key;
    setChosen((before) => {
      const isOn = !before.has(key);
      const next = new Set(before);
      for (const each of range) {
        if (isOn && next.size < MOST_SELECTED) next.add(each);
        if (!isOn) next.delete(each);
      }
      return next;
    });
  }, []);
  const keys = useMemo(() => new Set(all.filter((key) => chosen.has(key))), [all, chosen]);
  const isAll = keys.size > 0 && keys.size === Math.min(all.length, MOST_SELECTED);
  return {
    keys,
    toggle,
    toggleAll: () => setChosen(isAll ? new Set() : new Set(all.slice(0, MOST_SELECTED))),
    clear: useCallback(() => setChosen(new Set()), []),
    isAll,
  };
}

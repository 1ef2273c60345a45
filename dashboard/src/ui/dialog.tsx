/** The dialogs over the page. Their frame is loaded on the first use of the page, before one can be opened. */
import { createContext, type ReactNode, useContext, useLayoutEffect } from 'react';

export type Dialog = {
  id: number;
  title: string;
  size?: string;
  content: ReactNode;
  closesOutside: boolean;
  /** The number of parts that hold it: a form, and a secret that it answered. */
  holders: number;
  isOpen: boolean;
};

let dialogs: readonly Dialog[] = [];
let made = 0;
const listeners = new Set<() => void>();

function replace(next: readonly Dialog[]): void {
  dialogs = next;
  for (const listener of listeners) listener();
}
const change = (id: number, by: (dialog: Dialog) => Partial<Dialog>) =>
  replace(dialogs.map((dialog) => (dialog.id === id ? { ...dialog, ...by(dialog) } : dialog)));

export const currentDialogs = () => dialogs;
export function subscribeToDialogs(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const closeDialog = (id: number) => change(id, () => ({ isOpen: false }));
/** Removes a dialog after it has faded. */
export const removeDialog = (id: number) => replace(dialogs.filter((dialog) => dialog.id !== id));

type Options = { size?: string; closesOutside?: boolean };

/** Opens a dialog over the page; its content closes it. */
export function openDialog(
  title: string,
  content: (close: () => void) => ReactNode,
  options: string | Options = {},
): void {
  const id = ++made;
  const { size, closesOutside = false } = typeof options === 'string' ? { size: options } : options;
  const dialog = { id, title, size, closesOutside, holders: 0, isOpen: true };
  replace([...dialogs, { ...dialog, content: content(() => closeDialog(id)) }]);
}

export const DialogId = createContext<number | null>(null);

/** Returns whether the dialog around was closed by its user, and not removed with its page. */
export function useIsDialogClosed(): () => boolean {
  const id = useContext(DialogId);
  return () => id !== null && !dialogs.some((dialog) => dialog.id === id && dialog.isOpen);
}

/** While it is held, neither Escape nor the cross closes the dialog around: what is in it would be lost by a slip. */
export function useHeldDialog(isHeld: boolean): void {
  const id = useContext(DialogId);
  useLayoutEffect(() => {
    if (id === null || !isHeld) return;
    change(id, ({ holders }) => ({ holders: holders + 1 }));
    return () => change(id, ({ holders }) => ({ holders: holders - 1 }));
  }, [id, isHeld]);
}

import { modals } from '@mantine/modals';
import { createContext, type ReactNode, useContext, useLayoutEffect } from 'react';

const DialogId = createContext<string | null>(null);

/** Opens a dialog over the page; its content closes it. */
export function openDialog(title: string, content: (close: () => void) => ReactNode, size?: string): void {
  const close = () => modals.close(id);
  const id = modals.open({
    title,
    size,
    children: <Content of={() => id}>{content(close)}</Content>,
    closeOnClickOutside: false,
  });
}

const Content = (props: { of: () => string; children: ReactNode }) => (
  <DialogId value={props.of()}>{props.children}</DialogId>
);

/** While it is held, neither Escape nor the cross closes the dialog around: what is in it would be lost by a slip. */
export function useHeldDialog(isHeld: boolean): void {
  const modalId = useContext(DialogId);
  useLayoutEffect(() => {
    if (modalId === null || !isHeld) return;
    hold(modalId, 1);
    return () => hold(modalId, -1);
  }, [modalId, isHeld]);
}

/** The number of parts that hold a dialog: a form, and a secret that it answered. */
const holders = new Map<string, number>();

function hold(modalId: string, by: number): void {
  const count = (holders.get(modalId) ?? 0) + by;
  if (count === 0) holders.delete(modalId);
  else holders.set(modalId, count);
  modals.updateModal({ modalId, closeOnEscape: count === 0, withCloseButton: count === 0 });
}

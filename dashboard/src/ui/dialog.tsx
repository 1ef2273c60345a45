import { modals } from '@mantine/modals';
import type { ReactNode } from 'react';

/** Opens a dialog over the page; its content closes it. */
export function openDialog(title: string, content: (close: () => void) => ReactNode, size?: string): void {
  const close = () => modals.close(id);
  const id = modals.open({ title, size, children: content(close), closeOnClickOutside: false });
}

import { modals } from '@mantine/modals';
import type { ReactNode } from 'react';

/** A window over the page for a short piece of work. What is inside closes it. */
export function openDialog(title: string, content: (close: () => void) => ReactNode, size?: string): void {
  const close = () => modals.close(id);
  const id = modals.open({ title, size, children: content(close), closeOnClickOutside: false });
}

import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { Session } from '../session/session.ts';
import { isDialogOpen } from './shortcut-targets.ts';
import { type Shortcut, shortcutsOf } from './shortcuts.ts';

/** The time for the second key of two. */
const PAUSE_MS = 1000;

/** Nothing fires while somebody types, or while a menu or a list of options has the focus. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest('input, textarea, select, [role=menu], [role=listbox], [role=combobox], [role=dialog]') !==
      null);

/** Listens for the shortcuts while a session is there. */
export function useShortcuts(session: Session | null): void {
  const navigate = useNavigate();
  const shortcuts = useRef<Shortcut[]>([]);
  shortcuts.current =
    session === null ? [] : shortcutsOf(session, (path) => void navigate({ to: path }), showSheet);

  async function showSheet(): Promise<void> {
    const { openShortcutSheet } = await import('./shortcut-sheet.tsx');
    openShortcutSheet(shortcuts.current);
  }

  useEffect(() => {
    let first = '';
    let timer: ReturnType<typeof setTimeout> | undefined;
    const find = (keys: string) => shortcuts.current.find((one) => one.keys === keys && one.run);
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.isComposing) return;
      const isTogether = event.ctrlKey || event.metaKey;
      const key = event.key.toLowerCase();
      if (!isTogether && (isTyping(event.target) || isDialogOpen())) return;
      const before = first;
      first = '';
      clearTimeout(timer);
      const shortcut = isTogether
        ? find(`mod+${key}`)
        : (find(before === '' ? key : `${before} ${key}`) ?? find(key));
      if (shortcut?.run !== undefined) {
        // A key that is held down runs once, but never does what the browser would do.
        if (event.repeat || shortcut.run()) event.preventDefault();
      } else if (!isTogether && shortcuts.current.some(({ keys }) => keys.startsWith(`${key} `))) {
        first = key;
        timer = setTimeout(() => {
          first = '';
        }, PAUSE_MS);
      }
    };
    window.addEventListener('keydown', listen);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('keydown', listen);
    };
  }, []);
}

/** Every shortcut, once: the listener runs them and the sheet lists them. */
import type { Session } from '../session/session.ts';
import { menuOf } from './navigation.tsx';
import { openPalette } from './palette-button.tsx';
import { focusFirstRow, focusSearch, pressCreate, pressSave, pressSend } from './shortcut-targets.ts';

export type Shortcut = {
  /** Keys after each other (`g o`), or together (`mod+s`). */
  keys: string;
  label: string;
  group: 'Everywhere' | 'In a list' | 'Go to';
  /** Without it, the part that has the focus handles the keys. Returns false if there was nothing to do. */
  run?: () => boolean;
};

/** The second key after g, by path. A new screen of the menu may take a free letter. */
const LETTERS: Record<string, string> = {
  '/': 'h',
  '/orders': 'o',
  '/orders/import': 'i',
  '/customers': 'c',
  '/inventory': 'y',
  '/products': 'd',
  '/content': 'e',
  '/media': 'm',
  '/redirects': 'r',
  '/properties': 'p',
  '/developers/keys': 'k',
  '/developers/requests': 'l',
  '/webhooks': 'w',
  '/webhooks/events': 'v',
  '/settings/ai-integrations': 'n',
  '/settings/staff': 's',
  '/settings/audit-log': 'a',
  '/settings/tenant': 't',
};

const did = (act: () => unknown) => () => {
  act();
  return true;
};

/** The shortcuts of a session: only screens that it may see. */
export function shortcutsOf(session: Session, go: (path: string) => void, showSheet: () => void): Shortcut[] {
  return [
    { keys: 'mod+k', label: 'Search, jump or act', group: 'Everywhere', run: did(openPalette) },
    { keys: 'mod+s', label: 'Save the form', group: 'Everywhere', run: pressSave },
    { keys: 'mod+enter', label: 'Send the comment', group: 'Everywhere', run: pressSend },
    { keys: '?', label: 'Show these shortcuts', group: 'Everywhere', run: did(showSheet) },
    { keys: 'escape', label: 'Close what is open', group: 'Everywhere' },
    { keys: '/', label: 'Search the list', group: 'In a list', run: focusSearch },
    { keys: 'c', label: 'Create', group: 'In a list', run: pressCreate },
    { keys: 'j', label: 'Next row', group: 'In a list', run: focusFirstRow },
    { keys: 'k', label: 'Previous row', group: 'In a list' },
    { keys: 'enter', label: 'Open the row', group: 'In a list' },
    { keys: 'x', label: 'Select the row', group: 'In a list' },
    ...menuOf(session).flatMap(({ path, title }): Shortcut[] => {
      const letter = LETTERS[path];
      if (letter === undefined) return [];
      return [{ keys: `g ${letter}`, label: title, group: 'Go to', run: did(() => go(path)) }];
    }),
  ];
}

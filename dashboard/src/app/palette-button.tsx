import { Kbd, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { toast } from '../ui/toast.ts';
import { holdKeys, releaseKeys } from './early-field.ts';
import classes from './shell.module.css';

let wanted = false;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Loads the palette on first use; the palette opens itself. */
export async function openPalette(): Promise<void> {
  holdKeys();
  try {
    const { spotlight } = await import('@mantine/spotlight');
    if (wanted) return spotlight.open();
  } catch (error) {
    releaseKeys();
    return toast.failed(error);
  }
  wanted = true;
  for (const listener of listeners) listener();
}

export const useWantsPalette = (): boolean => useSyncExternalStore(subscribe, () => wanted);

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** On a phone, the search is one touch away. */
export const SearchButton = () => (
  <UnstyledButton className={classes.find} onClick={() => void openPalette()} aria-label="Search">
    <IconSearch size={20} aria-hidden />
  </UnstyledButton>
);

export function PaletteButton() {
  return (
    <UnstyledButton className={classes.search} onClick={() => void openPalette()}>
      <IconSearch size={16} aria-hidden />
      <span>Search</span>
      <Kbd size="xs" aria-hidden>
        {isMac ? '⌘' : 'Ctrl'} K
      </Kbd>
    </UnstyledButton>
  );
}

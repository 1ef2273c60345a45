import { Text } from '@mantine/core';
import classes from './ui.module.css';

export type Tone = 'good' | 'bad' | 'busy' | 'warn' | 'quiet';

/** A state in a word, with a dot for the eye. The word alone tells it too. */
export function StatusBadge({ tone, children }: { tone: Tone; children: string }) {
  return (
    <Text component="span" size="sm" className={classes.status} data-tone={tone}>
      {children}
    </Text>
  );
}

/** `partially_paid` as people write it: Partially paid. */
export const inWords = (name: string) => {
  const text = name.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

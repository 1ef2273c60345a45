import classes from './ui.module.css';

export type Tone = 'good' | 'bad' | 'busy' | 'warn' | 'quiet';

/** A state as a word with a coloured dot; the word alone is sufficient. */
export function StatusBadge({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className={classes.status} data-tone={tone}>
      {children}
    </span>
  );
}

/** Turns `partially_paid` into "Partially paid". */
export const inWords = (name: string) => {
  const text = name.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

import { Stack, Text } from '@mantine/core';
import classes from './content.module.css';
import type { ContentType } from './fields.ts';
import { placeInWords } from './place.ts';
import { showValue } from './show-value.ts';

export type Change = { path: string; before: unknown; after: unknown; note?: string };

/** Shows the values before and after a change, field by field. */
export function Changes({ changes, type }: { changes: Change[]; type: ContentType }) {
  if (changes.length === 0) return <Text c="dimmed">No value is different.</Text>;
  return (
    <Stack gap="md">
      {changes.map(({ path, before, after, note }) => (
        <section key={path} aria-label={placeInWords(path, type)}>
          <Text size="sm" fw={600}>
            {placeInWords(path, type)}
            {note && (
              <Text span size="sm" c="dimmed" fw={400}>
                {' '}
                {note}
              </Text>
            )}
          </Text>
          <del className={classes.before} dir="auto">
            {showValue(before)}
          </del>
          <ins className={classes.after} dir="auto">
            {showValue(after)}
          </ins>
        </section>
      ))}
    </Stack>
  );
}

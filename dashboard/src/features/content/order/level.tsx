import { Button, Skeleton, Text } from '@mantine/core';
import { ErrorNotice } from '../../../ui/error-notice.tsx';
import { useList } from '../../../ui/use-data.ts';
import type { Entry } from '../fields.ts';
import { Line } from './line.tsx';
import classes from './order.module.css';
import { useShared } from './use-moves.ts';

/** The entries of one parent, in their order. */
export function Level({ parent, depth }: { parent: Entry | null; depth: number }) {
  const { type, isTree } = useShared();
  const where = isTree ? { where: JSON.stringify({ parent: parent?.id ?? null }) } : {};
  const entries = useList('listEntries', { query: { type, sort: 'position', limit: 100, ...where } });
  const { rows } = entries;
  if (entries.error) return <ErrorNotice error={entries.error} retry={() => void entries.refetch()} />;
  if (entries.isPending) return <Skeleton height={44} my={4} />;
  return (
    <>
      {rows.length === 0 && (
        <Text size="sm" c="dimmed" py={8} ps={44 + depth * 24}>
          {parent === null ? 'No entries yet' : 'Nothing is below it'}
        </Text>
      )}
      {rows.length > 0 && (
        <ul className={classes.level}>
          {rows.map((entry) => (
            <Line key={entry.id} spot={{ entry, siblings: rows, parent, isTree }} depth={depth} />
          ))}
        </ul>
      )}
      {entries.hasNextPage && (
        <Button
          size="compact-sm"
          variant="default"
          my={8}
          ms={44 + depth * 24}
          loading={entries.isFetchingNextPage}
          onClick={() => void entries.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </>
  );
}

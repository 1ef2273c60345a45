import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Panel } from '../../ui/panel.tsx';
import { useList } from '../../ui/use-data.ts';
import { wordsOf } from './fields.ts';

/** Lists the entries that refer to this one. */
export function References({ id }: { id: string }) {
  const { rows } = useList('listEntryReferences', { path: { id }, query: { limit: 20 } });
  if (rows.length === 0) return null;
  return (
    <Panel title="Used by">
      <Stack gap="xs">
        {rows.map((one) => (
          <Text size="sm" key={`${one.id} ${one.field} ${one.stage}`}>
            <Anchor component={Link} to={`/content/${one.id}`} size="sm" underline="always">
              {one.slug ?? one.type}
            </Anchor>{' '}
            <Text span size="sm" c="dimmed">
              {[...new Set(one.places.map(({ field }) => wordsOf(field)))].join(', ')}, {one.stage}
            </Text>
          </Text>
        ))}
      </Stack>
    </Panel>
  );
}

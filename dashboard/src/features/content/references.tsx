import { Anchor, Button, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Item } from '../../api.ts';
import { Panel } from '../../ui/panel.tsx';
import { useData, useList } from '../../ui/use-data.ts';
import { type ContentType, fieldsOf, labelOf, titleOf, wordsOf } from './fields.ts';
import { useTypes } from './use-types.ts';

type Reference = Item<'listEntryReferences'>;

/** A list by ids has so many entries at most. */
const PAGE = 20;

/** Lists the entries that refer to this one, by type: the other end of their references. */
export function References({ id }: { id: string }) {
  const list = useList('listEntryReferences', { path: { id }, query: { limit: PAGE } });
  const { typeOf } = useTypes();
  const { rows, hasNextPage } = list;
  if (rows.length === 0 && !hasNextPage) return null;
  const byType = [...Map.groupBy(rows, ({ type }) => type)];
  return (
    <Panel title="Used by" description="Entries that lead to this one.">
      <Stack gap="md">
        {byType.map(([name, entries]) => (
          <OfType key={name} name={name} type={typeOf(name)} entries={entries} />
        ))}
        {hasNextPage && (
          <Button
            size="xs"
            variant="default"
            loading={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            More of them
          </Button>
        )}
      </Stack>
    </Panel>
  );
}

function OfType(props: { name: string; type: ContentType | undefined; entries: Reference[] }) {
  const { name, type, entries } = props;
  const title = type?.title ?? wordsOf(name);
  const pages = Array.from({ length: Math.ceil(entries.length / PAGE) }, (_, at) =>
    entries.slice(at * PAGE, (at + 1) * PAGE),
  );
  return (
    <div>
      <Text size="xs" fw={600} mb={4} dir="auto">
        {title}
      </Text>
      <Stack gap={6} component="ul" m={0} p={0} aria-label={title} style={{ listStyle: 'none' }}>
        {pages.map((page) => (
          <Entries key={page[0]!.id} type={type} entries={page} />
        ))}
      </Stack>
    </div>
  );
}

/** Their titles come after them, in one read; until then each has its slug. */
function Entries({ type, entries }: { type: ContentType | undefined; entries: Reference[] }) {
  const { locale } = useTypes();
  const where = JSON.stringify({ id: { in: entries.map(({ id }) => id) } });
  const { data = [] } = useData('listEntries', { query: { where, limit: PAGE } });
  const titles = new Map(data.map((entry) => [entry.id, titleOf(type, entry, locale)]));
  return entries.map((entry) => (
    <li key={entry.id}>
      <Anchor
        component={Link}
        to={`/content/${entry.id}`}
        size="sm"
        underline="always"
        dir="auto"
        style={{ overflowWrap: 'anywhere' }}
      >
        {titles.get(entry.id) ?? entry.slug ?? 'Untitled'}
      </Anchor>{' '}
      <Text span size="sm" c="dimmed">
        {placesOf(entry, type)}
        {entry.stage === 'draft' && ', draft'}
      </Text>
    </li>
  ));
}

/** The fields of the type in which the reference is, also deep inside of them. */
function placesOf({ places }: Reference, type: ContentType | undefined): string {
  const names = places.map(({ field }) => /^fields\.(\w+)/.exec(field)?.[1] ?? field);
  const fields = type === undefined ? [] : fieldsOf(type);
  return [...new Set(names)]
    .map((name) => labelOf(fields.find((field) => field.name === name) ?? { name }))
    .join(', ');
}

import { Box, Button, Menu, Text } from '@mantine/core';
import { IconArrowsSort, IconFileText, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useHasEveryType, useRights } from '../../session/type-rights.ts';
import { type Column, DataList } from '../../ui/data-list.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { ExportButton } from '../../ui/list/export-button.tsx';
import { Page } from '../../ui/page.tsx';
import { LIVE, useList } from '../../ui/use-data.ts';
import { When } from '../../ui/when.tsx';
import { ContentTabs } from './content-tabs.tsx';
import { EntryBulk } from './entry-bulk.tsx';
import { EntryFilters, queryOf, useEntryFilters } from './entry-filters.tsx';
import { EntryStatus } from './entry-status.tsx';
import { type ContentType, type Entry, titleOf } from './fields.ts';
import { useReviews } from './use-reviews.ts';
import { useTypes } from './use-types.ts';

export default function EntryList() {
  const has = useRights();
  const [filters, filter] = useEntryFilters();
  const { types, typeOf, locale, isPending, error } = useTypes();
  const input = { query: { ...queryOf(filters), limit: 100 } };
  const entries = useList('listEntries', input, { refetchInterval: LIVE });
  const reviewOf = useReviews(types);
  const columns = useMemo(() => columnsOf(typeOf, locale, reviewOf), [typeOf, locale, reviewOf]);
  const { sort = '-createdAt' } = filters;
  const sorting = {
    by: sort.replace(/^-/, ''),
    isDescending: sort.startsWith('-'),
    set: (by: string, isDescending: boolean) => filter({ sort: `${isDescending ? '-' : ''}${by}` }),
  };
  const isFiltered = Object.keys(filters).length > 0;
  const isEmpty = entries.rows.length === 0 && !isFiltered && !entries.isPending;
  return (
    <Page
      title="Content"
      isWide
      actions={
        <>
          <OrderOf type={types.find(({ name }) => name === filters.type)} />
          <NewEntry types={types.filter(({ name }) => has(name, 'write'))} />
        </>
      }
    >
      <ContentTabs current="/content" />
      {error && <ErrorNotice error={error} />}
      {!isEmpty && (
        <EntryFilters
          filters={filters}
          filter={filter}
          types={types.filter(({ name }) => has(name, 'read'))}
        />
      )}
      <DataList
        label="Entries"
        list={{ ...entries, isPending: entries.isPending || isPending }}
        rowKey={(entry) => entry.id}
        to={(entry) => `/content/${entry.id}`}
        columns={columns}
        nouns={['entry', 'entries']}
        sorting={sorting}
        bulk={(selected, clear) => (
          <EntryBulk
            entries={selected}
            typeOf={typeOf}
            nameOf={(entry) => titleOf(typeOf(entry.type), entry, locale)}
            clear={clear}
          />
        )}
        tools={<ExportButton file="entries.csv" name="listEntries" input={input} columns={columns} />}
        empty={isFiltered ? <NothingMatches /> : <NoEntries hasTypes={types.length > 0} />}
      />
    </Page>
  );
}

/** Leads to the screen that orders the entries, for types that keep an order. */
function OrderOf({ type }: { type: ContentType | undefined }) {
  if (type === undefined || type.order === 'none') return null;
  return (
    <Button
      variant="default"
      component={Link}
      to={`/content/order/${type.name}`}
      leftSection={<IconArrowsSort size={16} />}
    >
      Order
    </Button>
  );
}

function NewEntry({ types }: { types: ContentType[] }) {
  if (types.length === 0) return null;
  const plus = <IconPlus size={16} />;
  if (types.length === 1) {
    return (
      <Button component={Link} to={`/content/new/${types[0]!.name}`} leftSection={plus}>
        New {types[0]!.title.toLowerCase()}
      </Button>
    );
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button leftSection={plus}>New entry</Button>
      </Menu.Target>
      <Menu.Dropdown mah={400} style={{ overflowY: 'auto' }}>
        {types.map(({ name, title }) => (
          <Menu.Item key={name} component={Link} to={`/content/new/${name}`}>
            {title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

const NothingMatches = () => (
  <EmptyState icon={IconFileText} title="No entry matches">
    Search looks at the beginnings of words in all texts of an entry. Widen the filters, or clear them.
  </EmptyState>
);

function NoEntries({ hasTypes }: { hasTypes: boolean }) {
  const mayEdit = useHasEveryType();
  if (hasTypes) {
    return (
      <EmptyState icon={IconFileText} title="Nothing written yet">
        An entry starts as a draft; readers of your site see it once it is published.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={IconFileText}
      title="First, make a content type"
      action={
        mayEdit && (
          <Button component={Link} to="/content/types">
            Make a content type
          </Button>
        )
      }
    >
      A content type is the form of an entry: an article has a title, a slug and a text; a recipe has
      ingredients. Make one, then write.
    </EmptyState>
  );
}

function columnsOf(
  typeOf: (name: string) => ContentType | undefined,
  locale: string | undefined,
  reviewOf: ReturnType<typeof useReviews>,
): Column<Entry>[] {
  return [
    {
      header: 'Title',
      text: (entry) => titleOf(typeOf(entry.type), entry, locale),
      render: (entry) => (
        <>
          <bdi>{titleOf(typeOf(entry.type), entry, locale)}</bdi>
          <Box hiddenFrom="sm" fw={400}>
            <EntryStatus entry={entry} review={reviewOf(entry)} />
          </Box>
        </>
      ),
    },
    {
      header: 'Type',
      from: 'xs',
      text: ({ type }) => type,
      render: ({ type }) => typeOf(type)?.title ?? type,
    },
    {
      header: 'Status',
      from: 'sm',
      text: ({ status }) => status,
      render: (entry) => <EntryStatus entry={entry} review={reviewOf(entry)} />,
    },
    {
      header: 'Slug',
      from: 'lg',
      text: ({ slug }) => slug,
      render: ({ slug }) => (
        <Text size="sm" c="dimmed" maw={200} truncate title={slug ?? undefined}>
          {slug ?? '–'}
        </Text>
      ),
    },
    {
      header: 'Created',
      isOptional: true,
      sort: 'createdAt',
      text: ({ createdAt }) => createdAt,
      render: ({ createdAt }) => <When at={createdAt} />,
    },
    {
      header: 'Changed',
      from: 'md',
      sort: 'updatedAt',
      text: ({ updatedAt }) => updatedAt,
      render: ({ updatedAt }) => <When at={updatedAt} />,
    },
  ];
}

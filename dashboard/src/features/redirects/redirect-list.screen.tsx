import { Box, Button, Code, Group, Text } from '@mantine/core';
import { IconArrowRampRight, IconDownload, IconFileImport, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { api, type Item } from '../../api.ts';
import { useHasRole } from '../../session/use-session.ts';
import { type Column, DataList } from '../../ui/data-list.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatNumber } from '../../ui/formats.ts';
import { BulkActions } from '../../ui/list/bulk-actions.tsx';
import { ExportButton } from '../../ui/list/export-button.tsx';
import { saveRows } from '../../ui/list/rows-file.ts';
import { Page } from '../../ui/page.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { SearchInput } from '../../ui/search-input.tsx';
import { LIVE, useList } from '../../ui/use-data.ts';
import { useFilters, useSorting } from '../../ui/use-filters.ts';
import { When } from '../../ui/when.tsx';
import { PropertySelect } from './property-select.tsx';
import { openNewRedirect } from './redirect-form.tsx';
import { RedirectState } from './redirect-state.tsx';
import { Tester } from './tester.tsx';

type Redirect = Item<'listRedirects'>;

export default function RedirectList() {
  const mayEdit = useHasRole('editor');
  const [filters, filter] = useFilters('q', 'from', 'propertyId');
  const sorting = useSorting();
  const sort = {
    sort: sorting.by as 'hits',
    order: sorting.isDescending ? ('desc' as const) : ('asc' as const),
  };
  const input = { query: { ...filters, ...sort, limit: 100 } };
  const redirects = useList('listRedirects', input, { refetchInterval: LIVE });
  const sites = useSiteNames();
  const columns = useMemo(() => columnsOf(sites), [sites]);
  const isFiltered = Object.keys(filters).length > 0;
  const isEmpty = redirects.rows.length === 0 && !isFiltered && !redirects.isPending;
  const { q: _, ...exact } = filters;
  const save = () =>
    void saveFile('redirects.csv', () => api.getRedirectExport({ query: { ...exact, format: 'csv' } }));
  return (
    <Page
      title="Redirects"
      isWide
      actions={
        <>
          {!isEmpty && filters.q === undefined && (
            <Button variant="default" leftSection={<IconDownload size={16} />} onClick={save}>
              Export
            </Button>
          )}
          {mayEdit && (
            <>
              <Button
                component={Link}
                to="/redirects/import"
                variant="default"
                leftSection={<IconFileImport size={16} />}
              >
                Import
              </Button>
              <Button
                leftSection={<IconPlus size={16} />}
                onClick={() => openNewRedirect(filters.propertyId)}
              >
                Add redirect
              </Button>
            </>
          )}
        </>
      }
    >
      {!isEmpty && (
        <>
          <Tester propertyId={filters.propertyId} />
          <Group gap="sm">
            <SearchInput
              label="Search redirects"
              placeholder="A part of the source or the target"
              value={filters.q}
              onChange={(q) => filter({ q })}
            />
            <PropertySelect
              aria-label="Site"
              placeholder="Every site"
              w={200}
              value={filters.propertyId}
              onChange={(id) => filter({ propertyId: id ?? undefined })}
            />
          </Group>
        </>
      )}
      <DataList
        label="Redirects"
        list={redirects}
        rowKey={(redirect) => redirect.id}
        to={(redirect) => `/redirects/${redirect.id}`}
        columns={columns}
        sorting={{
          ...sorting,
          // The API has no order from the oldest on; a third click on the hits leads back to the newest.
          set: (by, isDescending) =>
            by === 'hits' && !(sorting.by === 'hits' && isDescending)
              ? sorting.set('hits', isDescending)
              : sorting.set('createdAt', true),
        }}
        nouns={['redirect', 'redirects']}
        bulk={(selected, clear) => <RedirectBulk redirects={selected} columns={columns} clear={clear} />}
        tools={
          filters.q !== undefined && (
            <ExportButton file="redirects.csv" name="listRedirects" input={input} columns={columns} />
          )
        }
        empty={isFiltered ? <NothingMatches /> : <NoRedirects />}
      />
    </Page>
  );
}

const NothingMatches = () => (
  <EmptyState icon={IconArrowRampRight} title="No redirect matches">
    The search looks for this text in sources and targets. The tester tells which redirect applies to a path,
    also one that is for everything below it.
  </EmptyState>
);

const NoRedirects = () => (
  <EmptyState icon={IconArrowRampRight} title="No redirects yet">
    When a page moves, a redirect takes its visitors along, and what search engines know of it. Add one by
    hand, or bring those of your old site as a file.
  </EmptyState>
);

const columnsOf = (sites: Map<string, string>): Column<Redirect>[] => [
  {
    header: 'From',
    text: ({ from }) => from,
    render: ({ from, match, to }) => (
      <>
        {from}
        {match === 'prefix' && (
          <Text span c="dimmed" fw={400}>
            {from.endsWith('/') ? '' : '/'}…
          </Text>
        )}
        <Box hiddenFrom="sm" fw={400} c="dimmed">
          to {to}
        </Box>
      </>
    ),
  },
  { header: 'To', from: 'sm', text: ({ to }) => to, render: ({ to }) => to },
  {
    header: 'Site',
    from: 'lg',
    text: ({ propertyId }) => sites.get(propertyId) ?? propertyId,
    render: ({ propertyId }) => <bdi>{sites.get(propertyId) ?? '–'}</bdi>,
  },
  {
    header: 'Code',
    from: 'xs',
    text: ({ statusCode }) => statusCode,
    render: ({ statusCode }) => <Code>{statusCode}</Code>,
  },
  { header: 'State', from: 'md', render: (redirect) => <RedirectState redirect={redirect} /> },
  {
    header: 'Last hit',
    from: 'md',
    isShort: true,
    text: ({ lastHitAt }) => lastHitAt,
    render: ({ lastHitAt }) => <When at={lastHitAt} fallback="Never" />,
  },
  {
    header: 'Added',
    from: 'xl',
    sort: 'createdAt',
    isShort: true,
    text: ({ createdAt }) => createdAt,
    render: ({ createdAt }) => <When at={createdAt} />,
  },
  {
    header: 'Hits',
    sort: 'hits',
    align: 'right',
    text: ({ hits }) => hits,
    render: ({ hits }) => formatNumber(hits),
  },
];

function useSiteNames(): Map<string, string> {
  const { rows } = useList('listProperties', { query: { limit: 100 } });
  return useMemo(() => new Map(rows.map(({ id, name }) => [id, name])), [rows]);
}

const DELETE = {
  label: 'Delete',
  says: 'Visitors of these paths get “not found” from now on. This cannot be undone.',
  done: 'deleted',
  danger: true,
  run: ({ id, version }: Redirect) => api.deleteRedirect({ path: { id }, ifMatch: version }),
};

function RedirectBulk(props: { redirects: Redirect[]; columns: Column<Redirect>[]; clear: () => void }) {
  const { redirects, columns, clear } = props;
  const mayEdit = useHasRole('editor');
  return (
    <>
      {mayEdit && (
        <BulkActions
          {...{ selected: redirects, clear }}
          nouns={['redirect', 'redirects']}
          nameOf={({ from }) => from}
          invalidates={['listRedirects']}
          actions={[DELETE]}
        />
      )}
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => saveRows('selected-redirects.csv', columns, redirects)}
      >
        Export
      </Button>
    </>
  );
}

import { Box, Button, Code, Group, Text } from '@mantine/core';
import { IconArrowRampRight, IconDownload, IconFileImport, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { api, type Item } from '../../api.ts';
import { useHasRole } from '../../session/use-session.ts';
import { type Column, DataList } from '../../ui/data-list.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { SearchInput } from '../../ui/search-input.tsx';
import { useList } from '../../ui/use-data.ts';
import { useFilters } from '../../ui/use-filters.ts';
import { When } from '../../ui/when.tsx';
import { PropertySelect } from './property-select.tsx';
import { openNewRedirect } from './redirect-form.tsx';
import { RedirectState } from './redirect-state.tsx';
import { Tester } from './tester.tsx';

type Redirect = Item<'listRedirects'>;

export default function RedirectList() {
  const mayEdit = useHasRole('editor');
  const [filters, filter] = useFilters('from', 'propertyId');
  const redirects = useList('listRedirects', { query: { ...filters, limit: 100 } });
  const isFiltered = Object.keys(filters).length > 0;
  const isEmpty = redirects.rows.length === 0 && !isFiltered && !redirects.isPending;
  const save = () =>
    void saveFile('redirects.csv', () => api.getRedirectExport({ query: { ...filters, format: 'csv' } }));
  return (
    <Page
      title="Redirects"
      actions={
        <>
          {!isEmpty && (
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
              label="Redirect of this path"
              placeholder="A whole path, such as /old-shop"
              value={filters.from}
              onChange={(from) => filter({ from })}
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
        columns={COLUMNS}
        empty={isFiltered ? <NothingMatches /> : <NoRedirects />}
      />
    </Page>
  );
}

const NothingMatches = () => (
  <EmptyState icon={IconArrowRampRight} title="No redirect matches">
    The list shows what is written for exactly this path. The search in the menu finds redirects by words; the
    tester also knows which of those for everything below a path applies.
  </EmptyState>
);

const NoRedirects = () => (
  <EmptyState icon={IconArrowRampRight} title="No redirects yet">
    When a page moves, a redirect takes its visitors along, and what search engines know of it. Add one by
    hand, or bring those of your old site as a file.
  </EmptyState>
);

const COLUMNS: Column<Redirect>[] = [
  {
    header: 'From',
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
  { header: 'To', from: 'sm', render: ({ to }) => <Text style={{ overflowWrap: 'anywhere' }}>{to}</Text> },
  { header: 'Code', from: 'xs', render: ({ statusCode }) => <Code>{statusCode}</Code> },
  { header: 'State', from: 'md', render: (redirect) => <RedirectState redirect={redirect} /> },
  { header: 'Hits', align: 'right', render: ({ hits }) => hits.toLocaleString('en') },
  { header: 'Last hit', from: 'md', render: ({ lastHitAt }) => <When at={lastHitAt} fallback="Never" /> },
];

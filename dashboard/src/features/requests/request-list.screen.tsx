import { Text } from '@mantine/core';
import { IconListSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { DataList } from '../../ui/data-list.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { ExportButton } from '../../ui/list/export-button.tsx';
import { LiveSwitch } from '../../ui/live-switch.tsx';
import { Page } from '../../ui/page.tsx';
import { validPeriod } from '../../ui/time-filter.tsx';
import { type ListResult, useList } from '../../ui/use-data.ts';
import { useFilters } from '../../ui/use-filters.ts';
import { type LoggedRequest, WITH_KEY } from './request-columns.tsx';
import { FILTERS, REQUEST_FILTERS } from './request-filters.ts';

const LIVE_MS = 2_000;

export default function RequestList() {
  const [filters, filter] = useFilters(...FILTERS);
  const [live, setLive] = useState(true);
  const { since: _since, until: _until, ...others } = filters;
  const input = { query: { ...others, ...validPeriod(filters) } as never };
  const requests = useList('listRequests', input, { refetchInterval: live && LIVE_MS });
  const isSearching = useSearchOn(requests);
  return (
    <Page
      title="Request log"
      isWide
      description="Requests with your API keys in the last days, newest first. Failures keep what was sent and answered."
    >
      <FilterBar
        fields={REQUEST_FILTERS}
        filters={filters}
        change={filter}
        search={{ name: 'path', label: 'Path begins with', placeholder: 'Path begins with …' }}
      >
        <LiveSwitch isOn={live} set={setLive} />
      </FilterBar>
      <DataList
        label="Requests"
        list={requests}
        rowKey={(request) => request.id}
        to={(request) => `/developers/requests/${request.id}`}
        columns={WITH_KEY}
        nouns={['request', 'requests']}
        tools={<ExportButton file="requests.csv" name="listRequests" input={input} columns={WITH_KEY} />}
        empty={isSearching ? <Searching /> : <Nothing isFiltered={Object.keys(filters).length > 0} />}
      />
    </Page>
  );
}

/** A page of the API may be empty although older requests match: the search goes on by itself. */
function useSearchOn(list: ListResult<LoggedRequest>): boolean {
  const { rows, hasNextPage, isFetching, error, fetchNextPage } = list;
  const goesOn = rows.length === 0 && hasNextPage && !error;
  useEffect(() => {
    if (goesOn && !isFetching) void fetchNextPage();
  }, [goesOn, isFetching, fetchNextPage]);
  return goesOn;
}

const Searching = () => (
  <Text c="dimmed" role="status">
    Searching older requests …
  </Text>
);

const Nothing = ({ isFiltered }: { isFiltered: boolean }) => (
  <EmptyState icon={IconListSearch} title={isFiltered ? 'Nothing matches' : 'No requests yet'}>
    {isFiltered
      ? 'Clear the filters to see the others.'
      : 'When a program uses one of your API keys, its requests appear here a second later.'}
  </EmptyState>
);

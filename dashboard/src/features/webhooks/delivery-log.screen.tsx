import { Button, Group, Select, Switch } from '@mantine/core';
import { IconSend, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useHasRole } from '../../session/use-session.ts';
import { DataList } from '../../ui/data-list.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { ExportButton } from '../../ui/list/export-button.tsx';
import { Page } from '../../ui/page.tsx';
import { inWords } from '../../ui/status-badge.tsx';
import { TimeFilter, validPeriod } from '../../ui/time-filter.tsx';
import { useData, useList } from '../../ui/use-data.ts';
import { useFilters, useSorting } from '../../ui/use-filters.ts';
import { DeliveryBulk } from './delivery-bulk.tsx';
import { type Delivery, WITH_SUBSCRIPTION } from './delivery-columns.tsx';
import { SEARCH, SEARCH_FIELDS, SEARCHED, searchOf } from './delivery-search.tsx';
import { ResendShown } from './resend-shown.tsx';
import { WebhookTabs } from './webhook-tabs.tsx';

const STATUSES: Delivery['status'][] = ['pending', 'held', 'delivered', 'failed', 'cancelled'];
const LIVE_MS = 2_000;
const NOTHING = {
  subscriptionId: undefined,
  eventType: undefined,
  status: undefined,
  since: undefined,
  until: undefined,
};

export default function DeliveryLog() {
  const [filters, filter] = useFilters(
    ...(['subscriptionId', 'eventType', 'status', 'since', 'until'] as const),
    ...SEARCHED,
  );
  const sorting = useSorting();
  const [live, setLive] = useState(true);
  const input = {
    query: {
      subscriptionId: filters.subscriptionId,
      eventType: filters.eventType,
      status: filters.status as Delivery['status'] | undefined,
      ...validPeriod(filters),
      ...searchOf(filters),
      ...(!sorting.isDescending && { order: 'asc' as const }),
    },
  };
  const deliveries = useList('listWebhookDeliveries', input, { refetchInterval: live && LIVE_MS });
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <Page
      title="Webhooks"
      isWide
      description="Every delivery of the last weeks."
      actions={useHasRole('admin') && isFiltered && <ResendShown deliveries={deliveries.rows} />}
    >
      <WebhookTabs current="/webhooks/deliveries" />
      <FilterBar fields={SEARCH_FIELDS} filters={filters} change={filter} search={SEARCH} />
      <Group justify="space-between" align="flex-end">
        <Group gap="sm" align="flex-end">
          <Filters filters={filters} filter={filter} />
          {Object.keys(NOTHING).some((name) => name in filters) && (
            <Button variant="subtle" leftSection={<IconX size={14} />} onClick={() => filter(NOTHING)}>
              Clear
            </Button>
          )}
        </Group>
        <Switch
          label="Live"
          checked={live}
          onChange={(event) => setLive(event.currentTarget.checked)}
          description="New ones appear by themselves"
        />
      </Group>
      <DataList
        label="Deliveries"
        list={deliveries}
        sorting={sorting}
        rowKey={(delivery) => delivery.id}
        to={(delivery) => `/webhooks/deliveries/${delivery.id}`}
        columns={WITH_SUBSCRIPTION}
        nouns={['delivery', 'deliveries']}
        bulk={(selected, clear) => <DeliveryBulk deliveries={selected} clear={clear} />}
        tools={
          <ExportButton
            file="deliveries.csv"
            name="listWebhookDeliveries"
            input={input}
            columns={WITH_SUBSCRIPTION}
          />
        }
        empty={
          <EmptyState icon={IconSend} title={isFiltered ? 'Nothing matches' : 'Nothing was sent yet'}>
            {isFiltered
              ? 'Clear the filters to see the others.'
              : 'When an event matches a subscription, its delivery appears here at once, with every attempt.'}
          </EmptyState>
        }
      />
    </Page>
  );
}

type Filter = ReturnType<typeof useFilters<keyof typeof NOTHING>>;

function Filters({ filters, filter }: { filters: Filter[0]; filter: Filter[1] }) {
  const subscriptions = useList('listWebhookSubscriptions', { query: { limit: 100 } });
  const types = useData('listEventTypes');
  return (
    <>
      <Select
        label="Subscription"
        w={175}
        placeholder="All"
        clearable
        data={subscriptions.rows.map(({ id, name }) => ({ value: id, label: name }))}
        value={filters.subscriptionId ?? null}
        onChange={(id) => filter({ subscriptionId: id ?? undefined })}
      />
      <Select
        label="Event"
        w={175}
        placeholder="All"
        clearable
        searchable
        data={(types.data ?? []).filter((type) => type.subscribable).map(({ type }) => type)}
        value={filters.eventType ?? null}
        onChange={(type) => filter({ eventType: type ?? undefined })}
      />
      <Select
        label="State"
        w={175}
        placeholder="All"
        clearable
        data={STATUSES.map((status) => ({ value: status, label: inWords(status) }))}
        value={filters.status ?? null}
        onChange={(status) => filter({ status: status ?? undefined })}
      />
      <TimeFilter filters={filters} filter={filter} />
    </>
  );
}

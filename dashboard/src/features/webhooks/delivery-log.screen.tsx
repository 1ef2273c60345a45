import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { useHasRole } from '../../session/use-session.ts';
import { DataList } from '../../ui/data-list.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { ExportButton } from '../../ui/list/export-button.tsx';
import { LiveSwitch } from '../../ui/live-switch.tsx';
import { Page } from '../../ui/page.tsx';
import { validPeriod } from '../../ui/time-filter.tsx';
import { useList } from '../../ui/use-data.ts';
import { useFilters, useSorting } from '../../ui/use-filters.ts';
import { DeliveryBulk } from './delivery-bulk.tsx';
import { type Delivery, WITH_SUBSCRIPTION } from './delivery-columns.tsx';
import { DELIVERY_FILTERS, FILTERS } from './delivery-filters.ts';
import { SEARCH, SEARCH_FIELDS, SEARCHED, searchOf } from './delivery-search.tsx';
import { ResendShown } from './resend-shown.tsx';
import { WebhookTabs } from './webhook-tabs.tsx';

const LIVE_MS = 2_000;

export default function DeliveryLog() {
  const [filters, filter] = useFilters(...FILTERS, ...SEARCHED);
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
      title="Deliveries"
      isWide
      description="Every delivery of the last weeks."
      actions={useHasRole('admin') && isFiltered && <ResendShown deliveries={deliveries.rows} />}
    >
      <WebhookTabs current="/webhooks/deliveries" />
      <FilterBar
        fields={[...DELIVERY_FILTERS, ...SEARCH_FIELDS]}
        filters={filters}
        change={filter}
        search={SEARCH}
      >
        <LiveSwitch isOn={live} set={setLive} />
      </FilterBar>
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

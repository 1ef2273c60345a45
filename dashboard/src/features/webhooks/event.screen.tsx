import { Anchor, Code, Text } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import type { Data } from '../../api.ts';
import { Columns } from '../../ui/columns.tsx';
import { CodeBlock } from '../../ui/copy.tsx';
import { type Column, DataList } from '../../ui/data-list.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { Facts, Panel } from '../../ui/panel.tsx';
import { useData, useList } from '../../ui/use-data.ts';
import { When } from '../../ui/when.tsx';
import { CAUSES, DELIVERY_COLUMNS, type Delivery } from './delivery-columns.tsx';

/** One event: its data, and its deliveries to every subscription. */
export default function EventScreen() {
  const { id } = useParams({ strict: false }) as { id: string };
  const event = useData('getEvent', { path: { id } });
  return (
    <Page title={event.data?.type ?? 'Event'} back={{ to: '/webhooks/deliveries', label: 'Deliveries' }}>
      <Loaded query={event}>
        {(data) => (
          <Columns facts={<EventFacts event={data} />}>
            <Deliveries eventId={id} />
            <Panel title="Data">
              {data.expungedAt === null ? (
                <CodeBlock label="Data of the event" code={JSON.stringify(data.data, null, 2)} />
              ) : (
                <Text c="dimmed">
                  The data was expunged <When at={data.expungedAt} />.
                </Text>
              )}
            </Panel>
          </Columns>
        )}
      </Loaded>
    </Page>
  );
}

const EventFacts = ({ event }: { event: Data<'getEvent'> }) => (
  <Panel title="Event">
    <Facts
      facts={[
        ['Happened', <When key="at" at={event.createdAt} />],
        [
          'Type',
          <Anchor
            key="type"
            component={Link}
            to="/webhooks/events"
            search={{ q: event.type } as never}
            underline="always"
          >
            {event.type}
          </Anchor>,
        ],
        ['Id', <Code key="id">{event.id}</Code>],
      ]}
    />
  </Panel>
);

const LIVE_MS = 2_000;

function Deliveries({ eventId }: { eventId: string }) {
  const deliveries = useList('listWebhookDeliveries', { query: { eventId } }, { refetchInterval: LIVE_MS });
  return (
    <Panel title="Deliveries" description="To every subscription, with those that were sent again.">
      <DataList
        label="Deliveries of the event"
        list={deliveries}
        isPart
        rowKey={(delivery) => delivery.id}
        to={(delivery) => `/webhooks/deliveries/${delivery.id}`}
        columns={COLUMNS}
        empty={
          <Text c="dimmed" size="sm">
            No subscription had this type of event when it happened.
          </Text>
        }
      />
    </Panel>
  );
}

/** The event and its object are those of the page, so a delivery is called by its subscription. */
const COLUMNS: Column<Delivery>[] = [
  {
    header: 'Subscription',
    text: ({ subscriptionName }) => subscriptionName,
    render: ({ subscriptionName, cause }) => (
      <>
        <bdi>{subscriptionName ?? 'Deleted'}</bdi>
        {cause !== 'event' && (
          <Text size="xs" c="dimmed">
            {CAUSES[cause]}
          </Text>
        )}
      </>
    ),
  },
  ...DELIVERY_COLUMNS.filter(({ header }) => header !== 'Event' && header !== 'About'),
];

import { Alert, Anchor, Code, Group, Text } from '@mantine/core';
import { IconPlayerPause } from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import { useHasRole } from '../../session/use-session.ts';
import { Columns } from '../../ui/columns.tsx';
import { DataList } from '../../ui/data-list.tsx';
import { counted } from '../../ui/formats.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { Facts, Panel } from '../../ui/panel.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { useData, useList } from '../../ui/use-data.ts';
import { When } from '../../ui/when.tsx';
import { Attempts } from './attempts.tsx';
import { DELIVERY_COLUMNS } from './delivery-columns.tsx';
import { HealthPanel } from './health.tsx';
import { ReceiverCode } from './receiver-code.tsx';
import { Replays } from './replays.tsx';
import { SubscriptionActions } from './subscription-actions.tsx';
import type { Subscription } from './subscription-dialog.ts';

export default function SubscriptionScreen() {
  const { id } = useParams({ strict: false }) as { id: string };
  const subscription = useData('getWebhookSubscription', { path: { id } });
  const isAdmin = useHasRole('admin');
  return (
    <Page
      title={subscription.data?.name ?? 'Subscription'}
      back={{ to: '/webhooks', label: 'Webhooks' }}
      description={subscription.data?.url}
      actions={isAdmin && subscription.data && <SubscriptionActions subscription={subscription.data} />}
    >
      <Loaded query={subscription}>
        {(data) => (
          <Columns facts={<Settings subscription={data} />} isFirst>
            {!data.active && <Paused subscription={data} />}
            <HealthPanel id={id} />
            <Attempts subscriptionId={id} />
            <Recent id={id} />
            <Replays id={id} />
            <Panel title="Receiver" description="Code to start from; put your signing secret in its place.">
              <ReceiverCode secret="whsec_…" />
            </Panel>
          </Columns>
        )}
      </Loaded>
    </Page>
  );
}

const Settings = ({ subscription }: { subscription: Subscription }) => (
  <Panel title="Settings">
    <Facts facts={factsOf(subscription)} />
    <Group gap={6}>
      {subscription.events.map((event) => (
        <Code key={event}>{event}</Code>
      ))}
    </Group>
  </Panel>
);

type FactList = Parameters<typeof Facts>[0]['facts'];

const factsOf = (data: Subscription): FactList => [
  [
    'State',
    <StatusBadge key="state" tone={data.active ? 'good' : 'quiet'}>
      {data.active ? 'Active' : 'Paused'}
    </StatusBadge>,
  ],
  ['Signing secret', <Code key="secret">{data.signingSecret}…</Code>],
  ['Former secret signs until', <When key="until" at={data.previousSecretUntil} />],
  ...olderSecrets(data),
  ['At most, per second', data.rateLimit ?? 'No limit'],
  ...optionsOf(data),
  ['Added', <When key="added" at={data.createdAt} />],
];

const olderSecrets = ({ olderSecretsUntil }: Subscription): FactList =>
  olderSecretsUntil.map((until, index) => [
    `Older secret ${index + 1} signs until`,
    <When key={until} at={until} />,
  ]);

/** Only the options that are in use. */
function optionsOf({ publicKey, coalesceSeconds, ordered, filter, headerNames }: Subscription): FactList {
  const facts: FactList = Object.entries(filter ?? {}).map(([field, values]) => [
    `Only with ${field}`,
    values.join(', '),
  ]);
  if (headerNames.length > 0) facts.push(['Headers', headerNames.join(', ')]);
  if (ordered) facts.push(['Order', 'One after the other, for each object']);
  if (coalesceSeconds !== null) facts.push(['Gathers for', `${coalesceSeconds} s`]);
  if (publicKey !== null) facts.push(['Public key', <Code key="key">{publicKey}</Code>]);
  return facts;
}

/** Shows how many deliveries are held; none of them is lost. */
function Paused({ subscription: { id, disabledAt, failingSince } }: { subscription: Subscription }) {
  const health = useData('getWebhookSubscriptionHealth', { path: { id } }, { refetchInterval: 5_000 });
  const held = health.data?.backlog.held ?? 0;
  const title = disabledAt === null ? 'Paused' : 'Switched off, because it failed for days';
  return (
    <Alert color="yellow" icon={<IconPlayerPause aria-hidden />} title={title} role="status">
      {disabledAt !== null && (
        <>
          Every attempt has failed since <When at={failingSince} />. Resume it when your receiver works again.{' '}
        </>
      )}
      Nothing is sent.{' '}
      {held === 0 ? 'Events that match are held' : counted(held, 'delivery is held', 'deliveries are held')}{' '}
      until it is resumed; none is lost.
    </Alert>
  );
}

function Recent({ id }: { id: string }) {
  const deliveries = useList(
    'listWebhookDeliveries',
    { query: { subscriptionId: id, limit: 10 } },
    { refetchInterval: 2_000 },
  );
  return (
    <Panel
      title="Latest deliveries"
      actions={
        <Anchor component={Link} to="/webhooks/deliveries" search={{ subscriptionId: id } as never} size="sm">
          All deliveries
        </Anchor>
      }
    >
      <DataList
        isPart
        label="Latest deliveries"
        list={{ ...deliveries, rows: deliveries.rows.slice(0, 10), hasNextPage: false }}
        rowKey={(delivery) => delivery.id}
        to={(delivery) => `/webhooks/deliveries/${delivery.id}`}
        columns={DELIVERY_COLUMNS}
        empty={
          <Text c="dimmed" size="sm">
            Nothing yet. Send a test event to see one arrive.
          </Text>
        }
      />
    </Panel>
  );
}

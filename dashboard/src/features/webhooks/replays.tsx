import { Button, Progress, Stack, Text } from '@mantine/core';
import { api, type Item } from '../../api.ts';
import { useHasRole } from '../../session/use-session.ts';
import { type Column, DataList } from '../../ui/data-list.tsx';
import { Panel } from '../../ui/panel.tsx';
import { inWords, StatusBadge } from '../../ui/status-badge.tsx';
import { useAction, useList } from '../../ui/use-data.ts';
import { absoluteTime, When } from '../../ui/when.tsx';

type Replay = Item<'listWebhookSubscriptionReplays'>;

/** Running and past replays; renders nothing if there are none. */
export function Replays({ id }: { id: string }) {
  const replays = useList('listWebhookSubscriptionReplays', { path: { id } }, { refetchInterval: 2_000 });
  if (replays.rows.length === 0) return null;
  return (
    <Panel title="Replays">
      <DataList
        isPart
        label="Replays"
        list={replays}
        rowKey={(replay) => replay.id}
        columns={COLUMNS}
        empty={null}
      />
    </Panel>
  );
}

/** The part of its period that a replay has processed. */
function progressOf({ state, since, until, reachedAt }: Replay): number {
  if (state === 'done') return 100;
  if (reachedAt === null) return 0;
  const [from, to, at] = [since, until, reachedAt].map((time) => Date.parse(time)) as [
    number,
    number,
    number,
  ];
  return to === from ? 0 : Math.min(99, Math.max(0, ((at - from) / (to - from)) * 100));
}

const COLUMNS: Column<Replay>[] = [
  {
    header: 'Stretch',
    render: ({ since, until }) => (
      <Text size="sm">
        {absoluteTime(new Date(since))} to {absoluteTime(new Date(until))}
      </Text>
    ),
  },
  {
    header: 'Progress',
    render: (replay) => (
      <Stack gap={4}>
        <StatusBadge tone={replay.state === 'running' ? 'busy' : replay.state === 'done' ? 'good' : 'quiet'}>
          {inWords(replay.state)}
        </StatusBadge>
        {replay.state === 'running' && (
          <Progress value={progressOf(replay)} aria-label="Progress of the replay" animated />
        )}
      </Stack>
    ),
  },
  { header: 'Events', from: 'sm', align: 'right', render: ({ matched }) => matched },
  { header: 'Queued', from: 'sm', align: 'right', render: ({ queued }) => queued },
  { header: 'Begun', from: 'md', align: 'right', render: ({ createdAt }) => <When at={createdAt} /> },
  { header: 'Action', align: 'right', render: (replay) => <Stop replay={replay} /> },
];

function Stop({ replay: { id, state } }: { replay: Replay }) {
  const stop = useAction(() => api.deleteWebhookReplay({ path: { id } }), {
    invalidates: ['listWebhookSubscriptionReplays', 'listWebhookDeliveries'],
    successMessage: 'The replay is cancelled',
  });
  if (!useHasRole('admin') || state !== 'running') return null;
  return (
    <Button size="xs" variant="default" loading={stop.isPending} onClick={() => stop.mutate()}>
      Cancel
    </Button>
  );
}

import { Anchor, Skeleton, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Data } from '../../api.ts';
import { durationInWords } from '../../ui/duration.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { formatNumber } from '../../ui/formats.ts';
import { Facts, Panel } from '../../ui/panel.tsx';
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx';
import { useData } from '../../ui/use-data.ts';
import { When } from '../../ui/when.tsx';

type Health = Data<'getWebhookSubscriptionHealth'>;

const useHealth = (id: string, refetchInterval: number) =>
  useData('getWebhookSubscriptionHealth', { path: { id } }, { refetchInterval });

/** A delivery that waits for its next attempt has failed before: a receiver with such ones is not well, whatever arrived earlier. */
export function verdict({ successRate, attempts, backlog }: Health): { tone: Tone; words: string } {
  const isRetried = backlog.waiting > 0 || (successRate === null && attempts.failed > 0);
  if (isRetried) return { tone: attempts.succeeded === 0 ? 'bad' : 'warn', words: 'Failing, tried again' };
  if (successRate === null) return { tone: 'quiet', words: backlog.held > 0 ? 'Held back' : 'Nothing sent' };
  const tone = successRate >= 0.99 ? 'good' : successRate >= 0.9 ? 'warn' : 'bad';
  return { tone, words: `${percent(successRate)} delivered` };
}

// Rounds down: 99.96 % is not 100 %.
const percent = (rate: number) => `${Math.floor(rate * 1000) / 10} %`;
const inMs = (value: number | null) => (value === null ? '–' : durationInWords(value / 1000));

export function HealthBadge({ id }: { id: string }) {
  const { data } = useHealth(id, 60_000);
  if (data === undefined) return <Skeleton height={14} width={110} />;
  const { tone, words } = verdict(data);
  return <StatusBadge tone={tone}>{words}</StatusBadge>;
}

/** The time of the latest attempt, of the last 24 hours. */
export function LastAttempt({ id }: { id: string }) {
  const { data } = useHealth(id, 60_000);
  if (data === undefined) return <Skeleton height={14} width={80} />;
  return <When at={data.attempts.lastAt} fallback="None in 24 hours" />;
}

export function HealthPanel({ id }: { id: string }) {
  const health = useHealth(id, 5_000);
  return (
    <Panel title="Health" description="Of the last 24 hours.">
      {health.error && <ErrorNotice error={health.error} />}
      {health.data === undefined ? <Skeleton height={60} /> : <Figures health={health.data} />}
    </Panel>
  );
}

function Figures({ health }: { health: Health }) {
  const { tone, words } = verdict(health);
  const { deliveries, attempts, backlog, oldestPendingSeconds } = health;
  const lastError = health.lastError as LastError | null;
  return (
    <Stack>
      <Facts
        facts={[
          [
            'State',
            <StatusBadge key="s" tone={tone}>
              {words}
            </StatusBadge>,
          ],
          ['Delivered', deliveries.delivered],
          ['Failed for good', deliveries.failed],
          ['Median', inMs(attempts.p50Ms)],
          ['99th percentile', inMs(attempts.p99Ms)],
          ['Waiting', <Waiting key="w" id={health.subscriptionId} count={backlog.ready + backlog.waiting} />],
          ['Held', backlog.held],
          ['Oldest has waited', oldestPendingSeconds === null ? '–' : durationInWords(oldestPendingSeconds)],
        ]}
      />
      {lastError && (
        <Text size="sm" c="dimmed">
          Last error <When at={lastError.at} />: {lastError.message}{' '}
          <Anchor component={Link} to={`/webhooks/deliveries/${lastError.deliveryId}`} inherit>
            See the delivery
          </Anchor>
        </Text>
      )}
    </Stack>
  );
}

/** Leads to them, where all of them can be tried at once. */
function Waiting({ id, count }: { id: string; count: number }) {
  if (count === 0) return '0';
  const search = { subscriptionId: id, status: 'pending' };
  return (
    <Anchor
      component={Link}
      to="/webhooks/deliveries"
      search={search as never}
      inherit
      underline="always"
      aria-label={`Waiting: ${formatNumber(count)}`}
    >
      {formatNumber(count)}
    </Anchor>
  );
}

type LastError = { at: string; message: string; deliveryId: string };

import { Group, Stack, Tabs, Text } from '@mantine/core';
import type { Data } from '../../api.ts';
import { CodeBlock } from '../../ui/copy.tsx';
import { Facts, Panel } from '../../ui/panel.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { When } from '../../ui/when.tsx';
import classes from './webhooks.module.css';

type Delivery = Data<'getWebhookDelivery'>;
type Attempt = Delivery['attempts'][number];

const PHASES = [
  ['dnsMs', 'DNS'],
  ['connectMs', 'Connect'],
  ['tlsMs', 'TLS'],
  ['firstByteMs', 'First byte'],
] as const;

/** One attempt: its request, its response and its timing. */
export function AttemptCard({ attempt, delivery }: { attempt: Attempt; delivery: Delivery }) {
  const succeeded = attempt.failure === null;
  return (
    <Panel
      title={`Attempt ${attempt.attempt}`}
      description={<When at={attempt.startedAt} />}
      actions={
        <StatusBadge tone={succeeded ? 'good' : 'bad'}>
          {attempt.statusCode === null ? (attempt.failure ?? 'failed') : `HTTP ${attempt.statusCode}`}
        </StatusBadge>
      }
    >
      {!succeeded && <Text size="sm">{attempt.message}</Text>}
      <Timings attempt={attempt} />
      <Tabs defaultValue="answer" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="answer">Answer</Tabs.Tab>
          <Tabs.Tab value="request">Request</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="answer" pt="sm">
          <Answer attempt={attempt} />
        </Tabs.Panel>
        <Tabs.Panel value="request" pt="sm">
          <Stack gap="xs">
            <CodeBlock
              label="Headers"
              code={`X-service-Event: ${delivery.eventType}\nX-service-Delivery: ${delivery.id}\nX-service-Event-Id: ${delivery.eventId}\nX-service-Event-Time: ${delivery.eventAt}\nX-service-Signature: sha256=<HMAC of the body>`}
            />
            <CodeBlock
              label="Body"
              code={
                attempt.signedBody ??
                (delivery.payloadExpungedAt === null
                  ? 'The event is no longer stored.'
                  : 'The data was expunged.')
              }
            />
          </Stack>
        </Tabs.Panel>
      </Tabs>
    </Panel>
  );
}

function Answer({ attempt }: { attempt: Attempt }) {
  const { answerHeaders, answerBody, answerExpungedAt, statusCode } = attempt;
  if (statusCode === null) return <Text c="dimmed">No answer came back.</Text>;
  if (answerExpungedAt !== null) {
    return (
      <Text c="dimmed">
        The answer was expunged <When at={answerExpungedAt} />.
      </Text>
    );
  }
  const headers = Object.entries(answerHeaders).map(([name, value]) => `${name}: ${value}`);
  return (
    <Stack gap="xs">
      <CodeBlock label="Answer headers" code={headers.join('\n') || 'None'} />
      <CodeBlock label="Answer body" code={answerBody || 'Empty'} />
    </Stack>
  );
}

function Timings({ attempt: { timings, durationMs, address } }: { attempt: Attempt }) {
  const phases = PHASES.flatMap(([key, name]) => {
    const ms = timings[key];
    return ms === undefined ? [] : [{ name, ms }];
  });
  return (
    <Stack gap="xs">
      {phases.length > 0 && (
        <Group className={classes.bar} gap={0} wrap="nowrap" aria-hidden>
          {phases.map(({ name, ms }) => (
            <div key={name} data-phase={name} style={{ flexGrow: Math.max(ms, 0.2) }} />
          ))}
        </Group>
      )}
      <Facts
        facts={[
          ...phases.map(({ name, ms }): [string, string] => [name, `${Math.round(ms * 10) / 10} ms`]),
          ['Total', `${timings.totalMs ?? durationMs} ms`],
          ['Address', address ?? '–'],
        ]}
      />
    </Stack>
  );
}

import { Group, Progress, Stack, Text } from '@mantine/core';
import { counted } from '../../ui/formats.ts';
import { inWords, StatusBadge, type Tone } from '../../ui/status-badge.tsx';
import { absoluteTime } from '../../ui/when.tsx';
import type { Import, Kind } from './kind.ts';

const TONES: Record<Import['status'], Tone> = {
  receiving: 'busy',
  queued: 'busy',
  running: 'busy',
  finished: 'good',
  failed: 'bad',
  cancelled: 'quiet',
};

export const isOver = ({ status }: Import) => ['finished', 'failed', 'cancelled'].includes(status);

/** Polls every second until the import ends. */
export function useImport(kind: Kind, id: string) {
  const first = kind.useOne(id, false);
  const isRunning = first.data !== undefined && !isOver(first.data);
  return kind.useOne(id, isRunning ? 1000 : false);
}

export const State = ({ of }: { of: Import }) => (
  <StatusBadge tone={of.status === 'finished' && of.failed > 0 ? 'warn' : TONES[of.status]}>
    {of.dryRun && of.status === 'finished' ? 'Checked' : inWords(of.status)}
  </StatusBadge>
);

/** When it began, and by whom. */
export const Started = ({ of: { createdAt, startedBy } }: { of: Import }) => (
  <>
    {absoluteTime(new Date(createdAt))}
    {startedBy !== null && (
      <>
        {' '}
        by <bdi>{startedBy.name}</bdi>
      </>
    )}
  </>
);

export function outcomeOf({ noun }: Kind, { good, failed, dryRun }: Import): string {
  const stored = `${counted(good, noun)} ${dryRun ? 'can be imported' : 'imported'}`;
  return failed === 0 ? stored : `${stored}, ${counted(failed, noun)} with errors`;
}

/** Progress in bytes, the only total that is known before the end. */
export function ImportProgress({ kind, of }: { kind: Kind; of: Import }) {
  const { bytes, rowsDone } = of;
  const part = bytes.received === 0 ? 0 : (100 * bytes.done) / bytes.received;
  return (
    <Stack gap={6}>
      <Group justify="space-between">
        <State of={of} />
        <Text size="sm" c="dimmed" aria-live="polite">
          {isOver(of)
            ? outcomeOf(kind, of)
            : `${of.phase === 'checking' ? 'Checking' : 'Writing'}: ${counted(rowsDone, 'row')} done`}
        </Text>
      </Group>
      {!isOver(of) && <Progress value={part} animated aria-label="Progress" />}
    </Stack>
  );
}

import { Group, Progress, Stack, Text } from '@mantine/core';
import type { Data } from '../../api.ts';
import { formatNumber } from '../../ui/formats.ts';
import { inWords, StatusBadge, type Tone } from '../../ui/status-badge.tsx';
import { useData } from '../../ui/use-data.ts';

export type Import = Data<'getImport'>;

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
export function useImport(id: string) {
  const first = useData('getImport', { path: { id } });
  const isRunning = first.data !== undefined && !isOver(first.data);
  return useData('getImport', { path: { id } }, { refetchInterval: isRunning ? 1000 : false });
}

export const State = ({ of }: { of: Import }) => (
  <StatusBadge tone={of.status === 'finished' && of.orders.failed > 0 ? 'warn' : TONES[of.status]}>
    {of.dryRun && of.status === 'finished' ? 'Checked' : inWords(of.status)}
  </StatusBadge>
);

export const count = (number: number, thing: string) =>
  `${formatNumber(number)} ${thing}${number === 1 ? '' : 's'}`;

export function outcomeOf({ orders, dryRun }: Import): string {
  const good = `${count(orders.placed, 'order')} ${dryRun ? 'can be imported' : 'imported'}`;
  return orders.failed === 0 ? good : `${good}, ${count(orders.failed, 'order')} with errors`;
}

/** Progress in bytes, the only total that is known before the end. */
export function ImportProgress({ of }: { of: Import }) {
  const { bytes, rows } = of;
  const part = isOver(of) ? 100 : bytes.received === 0 ? 0 : (100 * bytes.done) / bytes.received;
  return (
    <Stack gap={6}>
      <Group justify="space-between">
        <State of={of} />
        <Text size="sm" c="dimmed" aria-live="polite">
          {isOver(of)
            ? outcomeOf(of)
            : `${of.phase === 'checking' ? 'Checking' : 'Writing'}: ${count(rows.done, 'row')} done`}
        </Text>
      </Group>
      <Progress value={part} animated={!isOver(of)} aria-label="Progress" />
    </Stack>
  );
}

import { Button } from '@mantine/core';
import { api } from '../../api.ts';
import { useHasRole } from '../../session/use-session.ts';
import { counted } from '../../ui/formats.ts';
import { saveRows } from '../../ui/list/rows-file.ts';
import { runForEach } from '../../ui/run-for-each.tsx';
import { type Delivery, WITH_SUBSCRIPTION } from './delivery-columns.tsx';
import { ResendShown } from './resend-shown.tsx';

/** The actions for the selected deliveries. */
export function DeliveryBulk({ deliveries, clear }: { deliveries: Delivery[]; clear: () => void }) {
  const mayChange = useHasRole('admin');
  const waiting = deliveries.filter(({ status }) => status === 'pending');
  const retry = () =>
    runForEach({
      title: `Retry now: ${waiting.length}`,
      action: `Retry ${waiting.length} now`,
      rows: waiting,
      nameOf: ({ eventType }) => eventType,
      run: ({ id }) => api.retryWebhookDelivery({ path: { id } }),
      said: (count) => `${counted(count, 'delivery', 'deliveries')} attempted now`,
      invalidates: ['listWebhookDeliveries'],
      done: clear,
      children: 'Their next attempts are made at once. Attempts that were made already count as before.',
    });
  return (
    <>
      {mayChange && waiting.length > 0 && (
        <Button size="compact-sm" variant="default" onClick={retry}>
          Retry {waiting.length} now
        </Button>
      )}
      {mayChange && <ResendShown deliveries={deliveries} size="compact-sm" done={clear} />}
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => saveRows('selected-deliveries.csv', WITH_SUBSCRIPTION, deliveries)}
      >
        Export
      </Button>
    </>
  );
}

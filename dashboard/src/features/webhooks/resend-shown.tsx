import { Button } from '@mantine/core';
import { IconRepeat } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../api.ts';
import { confirm } from '../../ui/confirm.tsx';
import { counted } from '../../ui/formats.ts';
import { toast } from '../../ui/toast.ts';
import type { Delivery } from './delivery-columns.tsx';

/** The most that one call of the API takes. */
const AT_ONCE = 100;

/** Sends the failed and cancelled ones among the shown deliveries again, after a question. */
export function ResendShown(props: { deliveries: Delivery[]; size?: string; done?: () => void }) {
  const client = useQueryClient();
  const ids = props.deliveries
    .filter(({ status }) => status === 'failed' || status === 'cancelled')
    .map(({ id }) => id);
  if (ids.length === 0) return null;
  const ask = () =>
    confirm({
      title: `Send ${ids.length === 1 ? 'this delivery' : `these ${ids.length} deliveries`} again?`,
      children:
        'Each is sent as a new delivery with the data of its event. Receivers that dedupe by the delivery id will take it for a new one.',
      action: 'Send again',
      run: async () => {
        let resent = 0;
        const reasons: string[] = [];
        for (let from = 0; from < ids.length; from += AT_ONCE) {
          const { data } = await api.resendWebhookDeliveries({
            body: { ids: ids.slice(from, from + AT_ONCE) },
          });
          resent += data.resent;
          for (const { error } of data.results) if (error) reasons.push(error.message);
        }
        await client.invalidateQueries({ queryKey: ['listWebhookDeliveries'] });
        props.done?.();
        const sent = `${counted(resent, 'delivery', 'deliveries')} sent again`;
        if (reasons.length === 0) toast.done(sent);
        else toast.refused(`${sent}, ${reasons.length} could not be: ${[...new Set(reasons)].join(' ')}`);
      },
    });
  return (
    <Button variant="default" size={props.size} leftSection={<IconRepeat size={16} />} onClick={ask}>
      Send {ids.length} again
    </Button>
  );
}

import type { Item } from '../../api.ts';
import { useHasRole } from '../../session/use-session.ts';
import { formatMoney } from '../../ui/money.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useList } from '../../ui/use-data.ts';
import { CommentBox } from './comment-box.tsx';
import type { Order } from './order.ts';
import { changedFields } from './timeline-details.tsx';
import { ORDER_ICONS, TimelineList } from './timeline-list.tsx';

type Entry = Item<'listOrderTimeline'>;

export function OrderTimeline({ order }: { order: Order }) {
  const entries = useList('listOrderTimeline', { path: { id: order.id } });
  const mayEdit = useHasRole('editor');
  return (
    <Panel title="Timeline">
      {mayEdit && <CommentBox order={order} />}
      <TimelineList
        list={entries}
        icons={ORDER_ICONS}
        keyOf={(entry) => entry.version}
        told={(entry) => told(entry, order)}
      />
    </Panel>
  );
}

function told({ action, details }: Entry, { currency, items }: Order): string {
  const amount = details.amount === undefined ? '' : formatMoney(details.amount, currency);
  const units = (details.items ?? [])
    .map(({ line, quantity }) => `${quantity} × ${items.find((item) => item.line === line)?.name ?? line}`)
    .join(', ');
  switch (action) {
    case 'placed':
      return 'Order placed';
    case 'payment':
      return details.outcome === 'failed' ? `Payment of ${amount} failed` : `${amount} paid`;
    case 'fulfilled':
      return `Fulfilled: ${units}`;
    case 'delivered':
      return `Delivered: ${units}`;
    case 'cancelled':
      return amount === '' ? 'Cancelled' : `Cancelled, ${amount} refunded`;
    case 'refunded':
      return `${amount} refunded`;
    case 'edited':
      return `Changed: ${changedFields(details.fields)}`;
    case 'commented':
      return 'Comment';
    case 'merged':
      return 'Moved to the customer that its own was merged into';
    case 'erased':
      return 'Personal data erased with its customer';
  }
}

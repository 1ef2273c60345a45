import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../session/use-session.ts';
import { useData } from '../../ui/use-data.ts';

/** An order by its number, which stock does not know. */
export function OrderLink({ id }: { id: string }) {
  const isOn = useSession().tenant.modules.includes('crm');
  const order = useData('getOrder', { path: { id } }, { enabled: isOn });
  return (
    <Anchor component={Link} to={`/orders/${id}`} size="sm">
      Order {order.data?.orderNumber ?? '…'}
    </Anchor>
  );
}

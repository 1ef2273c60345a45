import { ActionIcon, Menu } from '@mantine/core';
import { IconCopy, IconDots, IconFileInvoice, IconPackage } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useHasRole } from '../../session/use-session.ts';
import type { Order } from './order.ts';

/** The things to do with an order that do not change it. */
export function OrderMenu({ order }: { order: Order }) {
  const mayEdit = useHasRole('editor');
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label="More actions">
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          component={Link}
          to={`/orders/${order.id}/packing-slip`}
          leftSection={<IconPackage size={16} />}
        >
          Packing slip
        </Menu.Item>
        <Menu.Item
          component={Link}
          to={`/orders/${order.id}/invoice`}
          leftSection={<IconFileInvoice size={16} />}
        >
          Invoice
        </Menu.Item>
        {mayEdit && (
          <Menu.Item
            component={Link}
            to="/orders/new"
            search={{ copy: order.id } as never}
            leftSection={<IconCopy size={16} />}
          >
            Duplicate
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

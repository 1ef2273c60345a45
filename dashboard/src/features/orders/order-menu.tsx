import { ActionIcon, Menu } from '@mantine/core';
import { IconCopy, IconDots } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useHasRole } from '../../session/use-session.ts';
import type { Order } from './order.ts';

/** The things to do with an order that do not change it. */
export function OrderMenu({ order }: { order: Order }) {
  const mayEdit = useHasRole('editor');
  if (!mayEdit) return null;
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
          to="/orders/new"
          search={{ copy: order.id } as never}
          leftSection={<IconCopy size={16} />}
        >
          Duplicate
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

import { ActionIcon, Button, List, Menu, Stack, Text } from '@mantine/core';
import {
  IconArchive,
  IconArchiveOff,
  IconDots,
  IconEraser,
  IconGitMerge,
  IconPlus,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api, type OperationName } from '../../api.ts';
import { useHasRole } from '../../session/use-session.ts';
import { confirm } from '../../ui/confirm.tsx';
import { toast } from '../../ui/toast.ts';
import { useAction } from '../../ui/use-data.ts';
import type { Customer } from './customer-picker.tsx';
import { openEditCustomer } from './edit-customer.tsx';
import { openMerge } from './merge.tsx';

const AFFECTED: OperationName[] = [
  'getCustomer',
  'listCustomerTimeline',
  'listCustomers',
  'listOrders',
  'getOrder',
];

export function CustomerActions({ customer }: { customer: Customer }) {
  const mayErase = useHasRole('admin');
  const erase = useErase(customer);
  const isArchived = customer.archivedAt !== null;
  const path = { id: customer.id };
  const archive = useAction(
    () => (isArchived ? api.unarchiveCustomer({ path }) : api.archiveCustomer({ path })),
    {
      invalidates: AFFECTED,
      successMessage: isArchived ? 'Back from the archive' : 'Archived',
      undo: () => () => (isArchived ? api.archiveCustomer({ path }) : api.unarchiveCustomer({ path })),
    },
  );
  return (
    <>
      {!isArchived && (
        <Button
          component={Link}
          to="/orders/new"
          search={{ customer: customer.id } as never}
          variant="default"
          leftSection={<IconPlus size={16} />}
        >
          Create order
        </Button>
      )}
      <Button onClick={() => openEditCustomer(customer)}>Edit</Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label="More actions">
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconGitMerge size={16} />} onClick={() => openMerge(customer)}>
            Merge a duplicate …
          </Menu.Item>
          <Menu.Item
            leftSection={isArchived ? <IconArchiveOff size={16} /> : <IconArchive size={16} />}
            onClick={() => archive.mutate()}
          >
            {isArchived ? 'Bring back from the archive' : 'Archive'}
          </Menu.Item>
          {mayErase && (
            <Menu.Item leftSection={<IconEraser size={16} />} c="red" onClick={erase}>
              Erase personal data …
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

function useErase(customer: Customer) {
  const client = useQueryClient();
  return () =>
    confirm({
      title: `Erase ${customer.name}?`,
      children: (
        <Stack gap="xs">
          <Text size="sm">There is no way back. This is for people who ask to be forgotten.</Text>
          <List size="sm" spacing={4}>
            <List.Item>Name, e-mails, phones, addresses, tags, notes and metadata are deleted.</List.Item>
            <List.Item>
              Their orders stay with lines and amounts, for the books; notes and metadata go, and of addresses
              only country and region remain.
            </List.Item>
            <List.Item>Subscribed programs are notified, so that they can erase it too.</List.Item>
          </List>
        </Stack>
      ),
      action: 'Erase for good',
      danger: true,
      typed: customer.name,
      run: async () => {
        await api.eraseCustomer({ path: { id: customer.id } });
        await Promise.all(AFFECTED.map((name) => client.invalidateQueries({ queryKey: [name] })));
        toast.done('Everything personal is erased');
      },
    });
}

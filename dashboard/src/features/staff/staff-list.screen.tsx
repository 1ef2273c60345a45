import { Button, Group, Select, Text } from '@mantine/core';
import { IconUserPlus, IconUsers } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { api, type Item } from '../../api.ts';
import type { Role } from '../../app/session.ts';
import { useMay, useSession } from '../../app/use-session.ts';
import { confirm } from '../../ui/confirm.tsx';
import { type Column, DataList } from '../../ui/data-list.tsx';
import { openDialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { toast } from '../../ui/toast.ts';
import { useAction, useList } from '../../ui/use-data.ts';
import { When } from '../../ui/when.tsx';
import { Invitation } from './invitation.tsx';
import { ROLES } from './roles.ts';

type Member = Item<'listStaff'>;

const invite = () => openDialog('Add someone', (close) => <Invitation close={close} />);

export default function StaffList() {
  const staff = useList('listStaff');
  const client = useQueryClient();
  const remove = (member: Member) =>
    confirm({
      title: `Remove ${member.name}?`,
      children: `${member.email} loses access to this tenant at once; what they did stays in the audit log.`,
      action: 'Remove',
      danger: true,
      run: async () => {
        await api.deleteStaff({ path: { id: member.id } });
        await client.invalidateQueries({ queryKey: ['listStaff'] });
        toast.done(`${member.name} is removed`);
      },
    });
  const button = (
    <Button leftSection={<IconUserPlus size={16} />} onClick={invite}>
      Add someone
    </Button>
  );
  return (
    <Page
      title="Staff"
      description="Who works for this tenant, and what they may do. A change takes effect with their next click."
      actions={button}
    >
      <DataList
        label="Staff"
        list={staff}
        rowKey={(member) => member.id}
        columns={columns(remove)}
        empty={
          <EmptyState icon={IconUsers} title="Nobody here" action={button}>
            Add the people you work with.
          </EmptyState>
        }
      />
    </Page>
  );
}

const columns = (remove: (member: Member) => void): Column<Member>[] => [
  {
    header: 'Name',
    render: (member) => (
      <>
        <Text fw={500}>{member.name}</Text>
        <Text size="sm" c="dimmed">
          {member.email}
        </Text>
      </>
    ),
  },
  { header: 'Role', width: 150, render: (member) => <RoleOf member={member} /> },
  { header: 'Added', from: 'sm', render: (member) => <When at={member.createdAt} /> },
  {
    header: 'Action',
    align: 'right',
    from: 'xs',
    render: (member) => <Removal member={member} remove={remove} />,
  },
];

/** An owner is an owner's business. */
const useMayChange = (member: Member) => useMay(member.role === 'owner' ? 'owner' : 'admin');

function RoleOf({ member }: { member: Member }) {
  const { actor } = useSession();
  const mayChange = useMayChange(member) && member.id !== actor.id;
  const isOwner = useMay('owner');
  const change = useAction((role: Role) => api.updateStaff({ path: { id: member.id }, body: { role } }), {
    invalidates: ['listStaff'],
    said: ({ data }) => `${data.name} is now ${data.role}`,
  });
  if (!mayChange)
    return <Text size="sm">{member.id === actor.id ? `${member.role} (you)` : member.role}</Text>;
  return (
    <Select
      size="xs"
      aria-label={`Role of ${member.name}`}
      data={ROLES.filter(({ value }) => isOwner || value !== 'owner')}
      value={change.isPending ? change.variables : member.role}
      disabled={change.isPending}
      allowDeselect={false}
      onChange={(role) => role && role !== member.role && change.mutate(role as Role)}
    />
  );
}

function Removal({ member, remove }: { member: Member; remove: (member: Member) => void }) {
  const { actor } = useSession();
  if (!useMayChange(member) || member.id === actor.id) return null;
  return (
    <Group justify="flex-end">
      <Button size="xs" variant="default" onClick={() => remove(member)} aria-label={`Remove ${member.name}`}>
        Remove
      </Button>
    </Group>
  );
}

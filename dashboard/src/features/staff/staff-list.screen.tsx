import { Box, Button, Select, Text } from '@mantine/core';
import { IconUserPlus, IconUsers } from '@tabler/icons-react';
import { api } from '../../api.ts';
import type { Role } from '../../session/session.ts';
import { useHasRole, useSession } from '../../session/use-session.ts';
import { Breakable } from '../../ui/breakable.tsx';
import { confirm } from '../../ui/confirm.tsx';
import type { Column } from '../../ui/data-list.tsx';
import { openDialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { BulkAction } from '../../ui/list/bulk-actions.tsx';
import { LongName } from '../../ui/list/long-name.tsx';
import { ShortList } from '../../ui/list/short-list.tsx';
import { Page } from '../../ui/page.tsx';
import { inWords, StatusBadge } from '../../ui/status-badge.tsx';
import { typesInWords } from '../../ui/type-rights-input.tsx';
import { LIVE, useAction } from '../../ui/use-data.ts';
import { When } from '../../ui/when.tsx';
import { Invitation } from './invitation.tsx';
import type { Member } from './member.ts';
import { MemberActions, useMayChange } from './member-actions.tsx';
import { canBeLimited, ROLES } from './roles.ts';

const invite = () => openDialog('Invite someone', (close) => <Invitation close={close} />);

export default function StaffList() {
  const actions = useActions();
  const button = (
    <Button leftSection={<IconUserPlus size={16} />} onClick={invite}>
      Invite someone
    </Button>
  );
  return (
    <Page
      title="Staff"
      isWide
      description="Who works for this tenant, and what they may do. A change takes effect with their next click."
      actions={button}
    >
      <ShortList
        name="listStaff"
        options={OPTIONS}
        label="Staff"
        columns={COLUMNS}
        nouns={['person', 'people']}
        file="staff.csv"
        bulk={{ actions, invalidates: ['listStaff'] }}
        empty={
          <EmptyState icon={IconUsers} title="Nobody here" action={button}>
            Invite the people you work with.
          </EmptyState>
        }
      />
    </Page>
  );
}

const OPTIONS = { refetchInterval: LIVE };

/** The roles that several people may get together; each new owner is asked for by name. */
function useActions(): BulkAction<Member>[] {
  const { actor } = useSession();
  const isOwner = useHasRole('owner');
  const mayChange = ({ id, role }: Member) => id !== actor.id && (role !== 'owner' || isOwner);
  const give = ({ id, contentTypes }: Member, role: Role) =>
    api.updateStaff({
      path: { id },
      body: { role, ...(contentTypes && { contentTypes: canBeLimited(role) ? contentTypes : null }) },
    });
  return [
    ...ROLES.filter(({ value }) => value !== 'owner').map(({ value, label }) => ({
      label: `Make ${value}`,
      title: (count: string) => `Role “${label}” for ${count}`,
      of: (member: Member) => mayChange(member) && member.role !== value,
      says: 'What they may do changes with their next click.',
      done: `with the role “${label}”`,
      run: (member: Member) => give(member, value),
      undo: (member: Member) => () => give(member, member.role),
    })),
    {
      label: 'Remove',
      of: mayChange,
      says: 'They lose access to this tenant at once, and invitations that are open end. API keys that they created go on working: revoke those that they may have kept.',
      done: 'removed',
      danger: true,
      run: ({ id }) => api.deleteStaff({ path: { id } }),
    },
  ];
}

const COLUMNS: Column<Member>[] = [
  {
    header: 'Name',
    text: ({ name }) => name,
    render: (member) => (
      <>
        <Text fw={500} component="div">
          <LongName>{member.name}</LongName>
        </Text>
        <Text size="sm" c="dimmed" component="div">
          <LongName>
            <Breakable>{member.email}</Breakable>
          </LongName>
        </Text>
        <Box hiddenFrom="sm">
          <MemberState member={member} />
        </Box>
      </>
    ),
  },
  {
    header: 'E-mail',
    isOptional: true,
    text: ({ email }) => email,
    render: ({ email }) => <LongName>{email}</LongName>,
  },
  {
    header: 'Role',
    width: 120,
    text: ({ role }) => role,
    value: ({ role }) => ROLES.findIndex(({ value }) => value === role),
    render: (member) => (
      <>
        <RoleOf member={member} />
        {member.contentTypes && (
          <Text size="xs" c="dimmed">
            {typesInWords(member.contentTypes)}
          </Text>
        )}
      </>
    ),
  },
  {
    header: 'State',
    from: 'sm',
    text: stateOf,
    render: (member) => <MemberState member={member} />,
  },
  {
    header: 'Last seen',
    from: 'sm',
    text: ({ lastSeenAt }) => lastSeenAt,
    render: ({ lastSeenAt }) => <When at={lastSeenAt} />,
  },
  {
    header: 'Second factor',
    from: 'md',
    text: ({ status, hasSecondFactor }) => (status === 'invited' ? null : hasSecondFactor ? 'yes' : 'no'),
    render: ({ status, hasSecondFactor }) =>
      status === 'invited' ? (
        '–'
      ) : (
        <StatusBadge tone={hasSecondFactor ? 'good' : 'warn'}>{hasSecondFactor ? 'On' : 'Off'}</StatusBadge>
      ),
  },
  {
    header: 'Added',
    from: 'lg',
    text: ({ createdAt }) => createdAt,
    render: (member) => <When at={member.createdAt} />,
  },
  {
    header: 'Actions',
    align: 'right',
    render: (member) => <MemberActions member={member} />,
  },
];

function stateOf({ status, invitationExpiresAt }: Member): string {
  if (status === 'joined') return 'Joined';
  return invitationExpiresAt === null ? 'Invited, needs a new link' : 'Invited';
}

function MemberState({ member }: { member: Member }) {
  const { status, invitationExpiresAt } = member;
  if (status === 'joined') return <StatusBadge tone="good">{stateOf(member)}</StatusBadge>;
  if (invitationExpiresAt === null) return <StatusBadge tone="warn">{stateOf(member)}</StatusBadge>;
  return (
    <>
      <StatusBadge tone="busy">{stateOf(member)}</StatusBadge>
      <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
        Link ends <When at={invitationExpiresAt} />
      </Text>
    </>
  );
}

function RoleOf({ member }: { member: Member }) {
  const { actor } = useSession();
  const mayChange = useMayChange(member);
  const isOwner = useHasRole('owner');
  const isLimited = member.contentTypes !== null;
  const change = useAction(
    (role: Role) =>
      api.updateStaff({
        path: { id: member.id },
        body: { role, ...(isLimited && !canBeLimited(role) && { contentTypes: null }) },
      }),
    {
      invalidates: ['listStaff'],
      successMessage: ({ data }) => `${data.name} is now ${data.role}`,
    },
  );
  const choose = (role: Role) => {
    if (role === 'admin' && isLimited)
      return confirm({
        title: `Make ${member.name} an admin?`,
        children: 'Admins have every content type: the limit of this person ends.',
        action: 'Make an admin',
        run: () => change.mutateAsync(role),
      });
    if (role !== 'owner') return change.mutate(role);
    confirm({
      title: `Make ${member.name} an owner?`,
      children:
        'An owner may do everything: change and remove every member, you included, and everything the tenant has.',
      action: 'Make an owner',
      danger: true,
      typed: member.name,
      run: () => change.mutateAsync(role),
    });
  };
  if (!mayChange)
    return (
      <Text size="sm">
        {inWords(member.role)}
        {member.id === actor.id && ' (you)'}
      </Text>
    );
  return (
    <Select
      size="xs"
      aria-label={`Role of ${member.name}`}
      data={ROLES.filter(({ value }) => isOwner || value !== 'owner')}
      value={change.isPending ? change.variables : member.role}
      disabled={change.isPending}
      allowDeselect={false}
      onChange={(role) => role && role !== member.role && choose(role as Role)}
    />
  );
}

import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconFileText, IconLink, IconUserMinus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../api.ts';
import { useHasRole, useSession } from '../../session/use-session.ts';
import { confirm } from '../../ui/confirm.tsx';
import { openDialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { useAction } from '../../ui/use-data.ts';
import { InvitationLink } from './invitation.tsx';
import type { Member } from './member.ts';
import { openMemberTypes } from './member-types.tsx';
import { canBeLimited } from './roles.ts';

/** Only an owner may change an owner, and no member may change itself. */
export function useMayChange(member: Member): boolean {
  const { actor } = useSession();
  return useHasRole(member.role === 'owner' ? 'owner' : 'admin') && member.id !== actor.id;
}

export function MemberActions({ member }: { member: Member }) {
  const isInvited = member.status === 'invited';
  const hasContent = useSession().tenant.modules.includes('content');
  const remove = useRemoval(member);
  const renew = useAction(() => api.createStaffInvitation({ path: { id: member.id } }), {
    invalidates: ['listStaff'],
    done: ({ data }) => openDialog('A new link', (close) => <InvitationLink invited={data} close={close} />),
  });
  if (!useMayChange(member)) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          loading={renew.isPending}
          aria-label={`Actions for ${member.name}`}
        >
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {isInvited && (
          <Menu.Item leftSection={<IconLink size={16} />} onClick={() => renew.mutate()}>
            Make a new link
          </Menu.Item>
        )}
        {canBeLimited(member.role) && hasContent && (
          <Menu.Item leftSection={<IconFileText size={16} />} onClick={() => openMemberTypes(member)}>
            Content types …
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconUserMinus size={16} />} onClick={remove}>
          {isInvited ? 'Withdraw invitation' : 'Remove'}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function useRemoval(member: Member): () => void {
  const client = useQueryClient();
  const { name, email, id, status } = member;
  const words =
    status === 'invited'
      ? {
          title: `Withdraw the invitation of ${name}?`,
          children: `The link that ${email} was given ends at once.`,
          action: 'Withdraw',
          done: `The invitation of ${name} is withdrawn`,
        }
      : {
          title: `Remove ${name}?`,
          children: `${email} loses access to this tenant at once, and the invitations they sent end. API keys they created go on working: revoke those that they may have kept. The audit log keeps what they did.`,
          action: 'Remove',
          done: `${name} is removed`,
        };
  return () =>
    confirm({
      ...words,
      danger: true,
      run: async () => {
        await api.deleteStaff({ path: { id } });
        await client.invalidateQueries({ queryKey: ['listStaff'] });
        toast.done(words.done);
      },
    });
}

import { Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api, type Data } from '../../api.ts';
import type { Role } from '../../session/session.ts';
import type { TypeRights } from '../../session/type-rights.ts';
import { useHasRole } from '../../session/use-session.ts';
import { CopyableSecret } from '../../ui/copy.tsx';
import { FormFrame } from '../../ui/form-frame.tsx';
import { TypeRightsInput } from '../../ui/type-rights-input.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { canBeLimited, ROLES } from './roles.ts';

export function Invitation({ close }: { close: () => void }) {
  const [invited, setInvited] = useState<Data<'createStaff'> | null>(null);
  const isOwner = useHasRole('owner');
  const { form, submit, sending, failure } = useApiForm({
    initialValues: {
      ...{ email: '', name: '', role: 'editor' as Role },
      contentTypes: null as TypeRights | null,
    },
    send: ({ email, name, role, contentTypes }) =>
      api.createStaff({
        body: {
          ...{ email, role, ...(name.trim() !== '' && { name }) },
          ...(canBeLimited(role) && contentTypes && { contentTypes }),
        },
      }),
    invalidates: ['listStaff'],
    done: ({ data }) => setInvited(data),
  });
  if (invited !== null) return <InvitationLink invited={invited} close={close} />;
  return (
    <FormFrame {...{ submit, sending, failure, close }} action="Invite">
      <TextInput label="E-mail" type="email" required data-autofocus {...form.getInputProps('email')} />
      <TextInput label="Name" description="Optional." maxLength={100} {...form.getInputProps('name')} />
      <Radio.Group label="Role" {...form.getInputProps('role')}>
        <Stack gap="xs" mt="xs">
          {ROLES.filter(({ value }) => isOwner || value !== 'owner').map(({ value, label, meaning }) => (
            <Radio key={value} value={value} label={label} description={meaning} />
          ))}
        </Stack>
      </Radio.Group>
      {canBeLimited(form.values.role) && <TypeRightsInput {...form.getInputProps('contentTypes')} />}
    </FormFrame>
  );
}

/** Shows the link once, to the member who created it. */
export function InvitationLink({ invited, close }: { invited: Data<'createStaff'>; close: () => void }) {
  return (
    <Stack>
      <Text>
        Give this link to {invited.name}, by a way that reaches nobody else. It holds for seven days: with it
        they set a password of their own, or accept with the account they have.
      </Text>
      <CopyableSecret secret={invited.invitationLink ?? ''} name="link" />
      <Group justify="flex-end">
        <Button onClick={close}>Done</Button>
      </Group>
    </Stack>
  );
}

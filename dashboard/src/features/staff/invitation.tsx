import { Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api, type Data } from '../../api.ts';
import type { Role } from '../../app/session.ts';
import { useMay } from '../../app/use-session.ts';
import { CopyableSecret } from '../../ui/copy.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { ROLES } from './roles.ts';

export function Invitation({ close }: { close: () => void }) {
  const [added, setAdded] = useState<Data<'createStaff'> | null>(null);
  const isOwner = useMay('owner');
  const { form, submit, sending, failure } = useApiForm({
    initialValues: { email: '', name: '', role: 'editor' as Role },
    send: ({ email, name, role }) =>
      api.createStaff({ body: { email, role, ...(name.trim() !== '' && { name }) } }),
    invalidates: ['listStaff'],
    done: ({ data }) => setAdded(data),
  });
  if (added !== null) return <Added added={added} close={close} />;
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput label="E-mail" type="email" required data-autofocus {...form.getInputProps('email')} />
        <TextInput label="Name" description="Optional." maxLength={100} {...form.getInputProps('name')} />
        <Radio.Group label="Role" {...form.getInputProps('role')}>
          <Stack gap="xs" mt="xs">
            {ROLES.filter(({ value }) => isOwner || value !== 'owner').map(({ value, label, meaning }) => (
              <Radio key={value} value={value} label={label} description={meaning} />
            ))}
          </Stack>
        </Radio.Group>
        <ErrorNotice error={failure} />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={sending}>
            Add
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Added({ added, close }: { added: Data<'createStaff'>; close: () => void }) {
  return (
    <Stack>
      <Text>
        Give {added.name} this password; they sign in at {location.origin} and change it under “Your account”.
        Whoever has an account here already keeps the password they know.
      </Text>
      <CopyableSecret secret={added.temporaryPassword ?? ''} name="password" />
      <Group justify="flex-end">
        <Button onClick={close}>Done</Button>
      </Group>
    </Stack>
  );
}

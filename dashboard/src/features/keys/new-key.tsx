import { Button, Checkbox, Group, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api, type Data } from '../../api.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { NewSecret } from './new-secret.tsx';
import { SCOPE_GROUPS, type Scope } from './scopes.ts';

const LIFETIMES = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'One year' },
  { value: '', label: 'Never' },
];

export function NewKey({ close }: { close: () => void }) {
  const [created, setCreated] = useState<Data<'createApiKey'> | null>(null);
  const { form, submit, sending, failure } = useApiForm({
    initialValues: { label: '', days: '90', scopes: [] as Scope[] },
    send: ({ label, days, scopes }) =>
      api.createApiKey({ body: { label, scopes, expiresAt: days === '' ? null : inDays(Number(days)) } }),
    invalidates: ['listApiKeys'],
    done: ({ data }) => setCreated(data),
  });
  if (created !== null) return <NewSecret secret={created.key ?? ''} close={close} />;
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label="Label"
          description="Its purpose, so that you recognise it later."
          placeholder="Nightly stock sync"
          required
          maxLength={100}
          data-autofocus
          {...form.getInputProps('label')}
        />
        <Select
          label="Expires after"
          data={LIFETIMES}
          allowDeselect={false}
          {...form.getInputProps('days')}
        />
        <Checkbox.Group
          label="Scopes"
          description="What it may do. They are fixed for the life of a key."
          data-path="scopes"
          tabIndex={-1}
          {...form.getInputProps('scopes')}
        >
          <SimpleGrid cols={{ base: 1, xs: 2 }} mt="xs" spacing="sm">
            {SCOPE_GROUPS.map(({ name, scopes }) => (
              <Stack key={name} gap={6}>
                <Text size="sm" fw={500}>
                  {name}
                </Text>
                {scopes.map(({ scope, meaning }) => (
                  <Checkbox key={scope} value={scope} label={scope} description={meaning} size="sm" />
                ))}
              </Stack>
            ))}
          </SimpleGrid>
        </Checkbox.Group>
        <ErrorNotice error={failure} />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={sending}>
            Create key
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

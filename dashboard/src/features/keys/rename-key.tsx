import { Button, Group, Stack, TextInput } from '@mantine/core';
import { api } from '../../api.ts';
import { ConflictNotice } from '../../ui/conflict-notice.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useGuardedForm } from '../../ui/use-guarded-form.ts';
import type { Key } from './key-state.ts';

export function RenameKey({ apiKey, close }: { apiKey: Key; close: () => void }) {
  const { form, submit, sending, failure, conflict } = useGuardedForm({
    seen: apiKey,
    valuesOf: ({ label }) => ({ label }),
    send: ({ label }, ifMatch) => api.updateApiKey({ path: { id: apiKey.id }, ifMatch, body: { label } }),
    reload: async () => (await api.getApiKey({ path: { id: apiKey.id } })).data,
    invalidates: ['getApiKey', 'listApiKeys', 'listRequests'],
    successMessage: 'The label is saved',
    done: close,
  });
  return (
    <form onSubmit={submit}>
      <Stack>
        {conflict && <ConflictNotice {...conflict} theirs={<bdi>{conflict.theirs.label}</bdi>} />}
        <TextInput
          label="Label"
          description="Its purpose. Programs that use the key notice nothing of it."
          required
          maxLength={100}
          dir="auto"
          data-autofocus
          {...form.getInputProps('label')}
        />
        <ErrorNotice error={failure} />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={sending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

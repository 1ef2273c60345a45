import { TextInput } from '@mantine/core';
import { api } from '../../api.ts';
import { ConflictNotice } from '../../ui/conflict-notice.tsx';
import { FormFrame } from '../../ui/form-frame.tsx';
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
    <FormFrame {...{ submit, sending, failure, close }} action="Save">
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
    </FormFrame>
  );
}

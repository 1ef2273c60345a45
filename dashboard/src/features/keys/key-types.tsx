import { Text } from '@mantine/core';
import { api } from '../../api.ts';
import { ConflictNotice } from '../../ui/conflict-notice.tsx';
import { FormFrame } from '../../ui/form-frame.tsx';
import { TypeRightsInput, typesInWords } from '../../ui/type-rights-input.tsx';
import { useGuardedForm } from '../../ui/use-guarded-form.ts';
import type { Key } from './key-state.ts';

export function KeyTypes({ apiKey, close }: { apiKey: Key; close: () => void }) {
  const { form, submit, sending, failure, conflict } = useGuardedForm({
    seen: apiKey,
    valuesOf: ({ contentTypes }) => ({ contentTypes }),
    send: ({ contentTypes }, ifMatch) =>
      api.updateApiKey({ path: { id: apiKey.id }, ifMatch, body: { contentTypes } }),
    reload: async () => (await api.getApiKey({ path: { id: apiKey.id } })).data,
    invalidates: ['getApiKey', 'listApiKeys'],
    successMessage: 'The content types are saved',
    done: close,
  });
  return (
    <FormFrame {...{ submit, sending, failure, close }} action="Save">
      {conflict && (
        <ConflictNotice
          {...conflict}
          theirs={typesInWords(conflict.theirs.contentTypes) ?? 'All content types'}
        />
      )}
      <Text size="sm">It holds from the next request of the key on. What it scheduled stays.</Text>
      <TypeRightsInput {...form.getInputProps('contentTypes')} />
    </FormFrame>
  );
}

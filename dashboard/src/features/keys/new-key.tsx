import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api, type Data } from '../../api.ts';
import type { TypeRights } from '../../session/type-rights.ts';
import { FormFrame } from '../../ui/form-frame.tsx';
import { TypeRightsInput } from '../../ui/type-rights-input.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { expiryOf, LIFETIMES } from './lifetimes.ts';
import { NewSecret } from './new-secret.tsx';
import { PRESETS } from './presets.ts';
import { ScopeInput } from './scope-input.tsx';
import { readsContent, type Scope } from './scopes.ts';

/** The form of a new key. One for an assistant begins with scopes that only read, and ends with the ways to connect it. */
export function NewKey({ isForAssistant = false, close }: { isForAssistant?: boolean; close: () => void }) {
  const [created, setCreated] = useState<Data<'createApiKey'> | null>(null);
  const { form, submit, sending, failure } = useApiForm({
    initialValues: {
      label: '',
      days: '90',
      scopes: isForAssistant ? PRESETS[0]!.scopes : ([] as Scope[]),
      contentTypes: null as TypeRights | null,
    },
    send: ({ label, days, scopes, contentTypes }) =>
      api.createApiKey({ body: { label, scopes, contentTypes, expiresAt: expiryOf(days) } }),
    places: { expiresAt: 'days' },
    invalidates: ['listApiKeys'],
    done: ({ data }) => setCreated(data),
  });
  if (created !== null) {
    return (
      <NewSecret
        secret={created.key ?? ''}
        scopes={isForAssistant ? created.scopes : undefined}
        close={close}
      />
    );
  }
  return (
    <FormFrame {...{ submit, sending, failure, close }} action="Create key">
      <TextInput
        label="Label"
        description="Its purpose, so that you recognise it later."
        placeholder={isForAssistant ? 'Assistant of the support team' : 'Nightly stock sync'}
        required
        maxLength={100}
        data-autofocus
        {...form.getInputProps('label')}
      />
      <Select label="Expires after" data={LIFETIMES} allowDeselect={false} {...form.getInputProps('days')} />
      <ScopeInput offersPresets={isForAssistant} {...form.getInputProps('scopes')} />
      {readsContent(form.values.scopes) && <TypeRightsInput {...form.getInputProps('contentTypes')} />}
    </FormFrame>
  );
}

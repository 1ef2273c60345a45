import { Select, Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api.ts';
import { FormFrame } from '../../ui/form-frame.tsx';
import { counted } from '../../ui/formats.ts';
import { useApiForm } from '../../ui/use-api-form.ts';
import type { Key } from './key-state.ts';
import { daysBetween, expiryOf, LIFETIMES } from './lifetimes.ts';
import { NewSecret } from './new-secret.tsx';

const OVERLAPS = [
  { value: '0', label: 'Now' },
  { value: '1', label: 'In 1 hour' },
  { value: '24', label: 'In 24 hours' },
  { value: '168', label: 'In 7 days' },
];

/** Begins with the lifetime that the present key was made for. */
function lifetimesAfter({ createdAt, expiresAt }: Key): typeof LIFETIMES {
  const former = expiresAt === null ? '' : String(daysBetween(createdAt, expiresAt));
  const known = LIFETIMES.find(({ value }) => value === former);
  const same = { value: former, label: `${known?.label ?? counted(Number(former), 'day')}, as before` };
  return [same, ...LIFETIMES.filter(({ value }) => value !== former)];
}

/** `opened` gets the id of the new key once its secret was copied. */
export function RotateKey(props: { apiKey: Key; close: () => void; opened: (id: string) => void }) {
  const { apiKey, close, opened } = props;
  const lifetimes = lifetimesAfter(apiKey);
  const [made, setMade] = useState<{ id: string; key: string | null } | null>(null);
  const { form, submit, sending, failure } = useApiForm({
    initialValues: { overlap: '24', days: lifetimes[0]!.value },
    send: ({ overlap, days }) =>
      api.rotateApiKey({
        path: { id: apiKey.id },
        body: { overlapHours: Number(overlap), expiresAt: expiryOf(days) },
      }),
    places: { overlapHours: 'overlap', expiresAt: 'days' },
    invalidates: ['listApiKeys', 'getApiKey'],
    done: ({ data }) => setMade(data),
  });
  if (made !== null) {
    const done = () => {
      close();
      opened(made.id);
    };
    return <NewSecret secret={made.key ?? ''} close={done} />;
  }
  return (
    <FormFrame {...{ submit, sending, failure, close }} action="Rotate key">
      <Text size="sm">
        You get a new key with the same label and scopes. Both work until the time you choose; then “
        <bdi>{apiKey.label}</bdi>” with the trace {apiKey.keyId} is refused.
      </Text>
      <Select
        label="The present key ends"
        data={OVERLAPS}
        allowDeselect={false}
        {...form.getInputProps('overlap')}
      />
      <Select
        label="The new key expires after"
        description="Counted from now."
        data={lifetimes}
        allowDeselect={false}
        {...form.getInputProps('days')}
      />
    </FormFrame>
  );
}

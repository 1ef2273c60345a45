import { Button, Checkbox, Group, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api.ts';
import { CopyableSecret } from '../../ui/copy.tsx';
import { FormFrame } from '../../ui/form-frame.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { AFTER_CHANGE, type SubscriptionDialog } from './subscription-dialog.ts';

const OVERLAPS = [
  { value: '0', label: 'None: the present secret ends now' },
  { value: '1', label: '1 hour' },
  { value: '24', label: '1 day' },
  { value: '168', label: '1 week' },
];

export function Rotation({ subscription: { id, previousSecretUntil }, close }: SubscriptionDialog) {
  const hasFormer = previousSecretUntil !== null;
  const [secret, setSecret] = useState<string | null>(null);
  const { form, submit, sending, failure } = useApiForm({
    initialValues: { overlap: '24', revokeFormer: false },
    send: ({ overlap, revokeFormer }) =>
      api.rotateSecretWebhookSubscription({
        path: { id },
        body: { overlapHours: Number(overlap), revokeFormer },
      }),
    places: { overlapHours: 'overlap' },
    invalidates: AFTER_CHANGE,
    done: ({ data }) => setSecret(data.signingSecret),
  });
  if (secret !== null) {
    return (
      <Stack>
        <CopyableSecret secret={secret} name="new signing secret" />
        <Group justify="flex-end">
          <Button onClick={close}>I have copied it</Button>
        </Group>
      </Stack>
    );
  }
  return (
    <FormFrame {...{ submit, sending, failure, close }} action="Rotate secret">
      <Text size="sm">
        Deliveries are signed with a new secret from now on. During the overlap the present one signs as well,
        in a second header, so that your receiver can change over without losing any.
      </Text>
      <Select label="Overlap" data={OVERLAPS} allowDeselect={false} {...form.getInputProps('overlap')} />
      {hasFormer && (
        <Checkbox
          label="End the secrets before it now"
          description="Otherwise each signs until the time that it was given."
          {...form.getInputProps('revokeFormer', { type: 'checkbox' })}
        />
      )}
    </FormFrame>
  );
}

import { Radio, Stack } from '@mantine/core';
import { api } from '../../api.ts';
import { FormFrame } from '../../ui/form-frame.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { AFTER_CHANGE, type SubscriptionDialog } from './subscription-dialog.ts';

export function Resume({ subscription: { id }, close }: SubscriptionDialog) {
  const { form, submit, sending, failure } = useApiForm({
    initialValues: { backlog: 'send' as 'send' | 'discard' },
    send: ({ backlog }) => api.updateWebhookSubscription({ path: { id }, body: { active: true, backlog } }),
    invalidates: AFTER_CHANGE,
    successMessage: 'Resumed',
    done: close,
  });
  return (
    <FormFrame {...{ submit, sending, failure, close }} action="Resume">
      <Radio.Group label="Held deliveries" {...form.getInputProps('backlog')}>
        <Stack gap="xs" mt="xs">
          <Radio
            value="send"
            label="Send them"
            description="Oldest first, as fast as your receiver accepts them."
          />
          <Radio
            value="discard"
            label="Discard them"
            description="They are cancelled; a replay can still send the events again."
          />
        </Stack>
      </Radio.Group>
    </FormFrame>
  );
}

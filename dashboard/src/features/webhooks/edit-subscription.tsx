import { Button, Group, Stack } from '@mantine/core';
import { api } from '../../api.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { AFTER_CHANGE, type SubscriptionDialog } from './subscription-dialog.ts';
import { SubscriptionFields } from './subscription-form.tsx';
import { changeBody, valuesOf } from './subscription-values.ts';

export function EditSubscription({ subscription, close }: SubscriptionDialog) {
  const { id } = subscription;
  const { form, submit, sending, failure } = useApiForm({
    initialValues: valuesOf(subscription),
    send: (values) => api.updateWebhookSubscription({ path: { id }, body: changeBody(values, subscription) }),
    invalidates: AFTER_CHANGE,
    successMessage: 'Saved',
    done: close,
  });
  return (
    <form onSubmit={submit}>
      <Stack>
        <SubscriptionFields form={form} />
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

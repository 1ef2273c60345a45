import { Button, Group, Select, Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../../api.ts';
import { CodeBlock } from '../../ui/copy.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { useData } from '../../ui/use-data.ts';
import type { SubscriptionDialog } from './subscription-dialog.ts';

export function TestEvent({ subscription: { id, events }, close }: SubscriptionDialog) {
  const navigate = useNavigate();
  const types = useData('listEventTypes');
  const { form, submit, sending, failure } = useApiForm({
    initialValues: { event: events[0] ?? '' },
    send: (body) => api.testWebhookSubscription({ path: { id }, body }),
    invalidates: ['listWebhookDeliveries'],
    done: ({ data }) => {
      close();
      void navigate({ to: `/webhooks/deliveries/${data.id}` });
    },
  });
  const example = types.data?.find(({ type }) => type === form.values.event)?.example;
  return (
    <form onSubmit={submit}>
      <Stack>
        <Select label="Event" data={events} allowDeselect={false} {...form.getInputProps('event')} />
        {example && <CodeBlock label="Its data" code={JSON.stringify(example, null, 2)} />}
        <ErrorNotice error={failure} />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={sending}>
            Send
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

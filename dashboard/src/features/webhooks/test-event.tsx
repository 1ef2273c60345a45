import { Select } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../../api.ts';
import { CodeBlock } from '../../ui/copy.tsx';
import { FormFrame } from '../../ui/form-frame.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { useData } from '../../ui/use-data.ts';
import type { SubscriptionDialog } from './subscription-dialog.ts';

export function TestEvent({ subscription: { id, events: asked }, close }: SubscriptionDialog) {
  const navigate = useNavigate();
  const types = useData('listEventTypes');
  // A wildcard stands for all types that begin so.
  const isAskedFor = (type: string) =>
    asked.some((each) => each === type || (each.endsWith('*') && type.startsWith(each.slice(0, -1))));
  const events = (types.data ?? []).flatMap(({ type, subscribable }) =>
    subscribable && isAskedFor(type) ? [type] : [],
  );
  const { form, submit, sending, failure } = useApiForm({
    initialValues: { event: asked.find((each) => !each.endsWith('*')) ?? '' },
    send: (body) => api.testWebhookSubscription({ path: { id }, body }),
    invalidates: ['listWebhookDeliveries'],
    done: ({ data }) => {
      close();
      void navigate({ to: `/webhooks/deliveries/${data.id}` });
    },
  });
  const example = types.data?.find(({ type }) => type === form.values.event)?.example;
  return (
    <FormFrame {...{ submit, sending, failure, close }} action="Send">
      <Select label="Event" data={events} allowDeselect={false} {...form.getInputProps('event')} />
      {example && <CodeBlock label="Its data" code={JSON.stringify(example, null, 2)} />}
    </FormFrame>
  );
}

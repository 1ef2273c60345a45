import { Group, MultiSelect, Select, Text, TextInput } from '@mantine/core';
import { api, type Data } from '../../api.ts';
import { FormFrame } from '../../ui/form-frame.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import type { SubscriptionDialog } from './subscription-dialog.ts';

const STATUSES: { value: Data<'replayWebhookSubscription'>['status']; label: string }[] = [
  { value: 'any', label: 'All events' },
  { value: 'failed', label: 'Only those whose delivery failed' },
];

/** Formats a time for an input of type datetime-local. */
const localTime = (at: Date) =>
  new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

export function NewReplay({ subscription: { id, events }, close }: SubscriptionDialog) {
  const { form, submit, sending, failure } = useApiForm({
    initialValues: {
      since: localTime(new Date(Date.now() - 86_400_000)),
      until: '',
      events: [] as string[],
      status: 'any' as (typeof STATUSES)[number]['value'],
    },
    send: (values) =>
      api.replayWebhookSubscription({
        path: { id },
        body: {
          since: new Date(values.since).toISOString(),
          ...(values.until !== '' && { until: new Date(values.until).toISOString() }),
          ...(values.events.length > 0 && { events: values.events }),
          status: values.status,
        },
      }),
    invalidates: ['listWebhookSubscriptionReplays', 'listWebhookDeliveries'],
    successMessage: 'The replay has begun',
    done: close,
  });
  return (
    <FormFrame {...{ submit, sending, failure, close }} action="Start replay">
      <Text size="sm">
        Sends the events of a period once more, each as a new delivery, also events from before this
        subscription existed. It goes on in the background, without getting in the way of new events.
      </Text>
      <Group grow align="flex-start">
        <TextInput label="From" type="datetime-local" required {...form.getInputProps('since')} />
        <TextInput
          label="Until"
          description="Empty: until now."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          type="datetime-local"
          {...form.getInputProps('until')}
        />
      </Group>
      <MultiSelect
        label="Events"
        placeholder={form.values.events.length === 0 ? 'All of the subscription' : ''}
        data={events}
        {...form.getInputProps('events')}
      />
      <Select label="Which" data={STATUSES} allowDeselect={false} {...form.getInputProps('status')} />
    </FormFrame>
  );
}

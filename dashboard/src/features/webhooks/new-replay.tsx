import { MultiSelect, Select, SimpleGrid, Text, TextInput } from '@mantine/core';
import { api, type Data } from '../../api.ts';
import { FormFrame } from '../../ui/form-frame.tsx';
import { timeZone } from '../../ui/formats.ts';
import { localOf, momentOf } from '../../ui/time-filter.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import type { SubscriptionDialog } from './subscription-dialog.ts';

const STATUSES: { value: Data<'replayWebhookSubscription'>['status']; label: string }[] = [
  { value: 'any', label: 'All events' },
  { value: 'failed', label: 'Only those whose delivery failed' },
];

const A_DAY = 86_400_000;

export function NewReplay({ subscription: { id, events }, close }: SubscriptionDialog) {
  const { form, submit, sending, failure } = useApiForm({
    initialValues: {
      since: localOf(new Date(Date.now() - A_DAY).toISOString()),
      until: '',
      events: [] as string[],
      status: 'any' as (typeof STATUSES)[number]['value'],
    },
    // The day before is another one with each minute.
    kept: { name: 'replay' },
    send: (values) =>
      api.replayWebhookSubscription({
        path: { id },
        body: {
          since: momentOf(values.since)!,
          until: momentOf(values.until),
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
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput
          label="From"
          description={`In ${timeZone()}.`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          type="datetime-local"
          required
          {...form.getInputProps('since')}
        />
        <TextInput
          label="Until"
          description="Empty: until now."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          type="datetime-local"
          {...form.getInputProps('until')}
        />
      </SimpleGrid>
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

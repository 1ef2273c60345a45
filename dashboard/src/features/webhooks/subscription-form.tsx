import { Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { EventPicker } from './event-picker.tsx';
import { SubscriptionOptions } from './subscription-options.tsx';
import type { SubscriptionValues } from './subscription-values.ts';

export function SubscriptionFields({ form }: { form: UseFormReturnType<SubscriptionValues> }) {
  return (
    <Stack>
      <TextInput
        label="Name"
        placeholder="Website rebuild"
        required
        maxLength={200}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <TextInput
        label="Address"
        description="An https address that is reachable from the internet. While developing, http://localhost works too."
        placeholder="https://example.com/webhooks"
        type="url"
        required
        maxLength={2048}
        {...form.getInputProps('url')}
      />
      <EventPicker {...form.getInputProps('events')} />
      <SubscriptionOptions form={form} />
    </Stack>
  );
}

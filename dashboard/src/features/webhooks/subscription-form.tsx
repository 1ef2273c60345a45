import { Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { NumberField } from '../../ui/number-field.tsx';
import { EventPicker } from './event-picker.tsx';

export type SubscriptionValues = { name: string; url: string; events: string[]; rateLimit: number | '' };

/** Converts form values to the request body: an empty field means no limit. */
export const asBody = ({ rateLimit, ...rest }: SubscriptionValues) => ({
  ...rest,
  rateLimit: rateLimit === '' ? null : rateLimit,
});

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
      <NumberField
        label="At most, per second"
        description="Optional: how many deliveries your receiver takes each second."
        placeholder="No limit"
        least={1}
        most={10_000}
        maw={240}
        {...form.getInputProps('rateLimit')}
      />
      <EventPicker {...form.getInputProps('events')} />
    </Stack>
  );
}

import { SegmentedControl, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { AddressList } from './address-list.tsx';
import { CustomerPicker } from './customer-picker.tsx';
import type { CustomerValues } from './customer-values.ts';
import { ListInput } from './list-input.tsx';

const TYPES = [
  { value: 'person', label: 'Person' },
  { value: 'company', label: 'Company' },
];

/** The inputs of a customer, for creating and for editing. */
export function CustomerFields(props: { form: UseFormReturnType<CustomerValues>; isNew: boolean }) {
  const { form } = props;
  return (
    <Stack>
      {props.isNew && (
        <SegmentedControl aria-label="Type" data={TYPES} {...form.getInputProps('type')} w="fit-content" />
      )}
      <TextInput label="Name" required maxLength={200} data-autofocus {...form.getInputProps('name')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <ListInput
          form={form}
          name="emails"
          label="E-mails"
          description="Separate several with commas; the first is the main one."
        />
        <ListInput
          form={form}
          name="phones"
          label="Phones"
          description="With country code, as +44 20 7946 0958."
        />
        <ListInput
          form={form}
          name="tags"
          label="Tags"
          description="Separate several with commas. Optional."
          placeholder="vip, wholesale"
        />
        <TextInput
          label="Reference"
          description="Their id in another system. Optional."
          maxLength={200}
          {...form.getInputProps('externalId')}
        />
      </SimpleGrid>
      {form.values.type === 'person' && (
        <CustomerPicker
          label="Company"
          description="Whom they work for. Optional."
          type="company"
          value={form.values.companyId}
          onChange={(company) => form.setFieldValue('companyId', company?.id ?? null)}
          error={form.errors.companyId}
        />
      )}
      <AddressList
        addresses={form.values.addresses}
        onChange={(addresses) => form.setFieldValue('addresses', addresses)}
        error={Object.entries(form.errors).find(([path]) => path.startsWith('addresses'))?.[1]}
      />
      <Textarea
        label="Notes"
        description="For you and your colleagues. Optional."
        autosize
        minRows={2}
        maxLength={10_000}
        {...form.getInputProps('notes')}
      />
    </Stack>
  );
}

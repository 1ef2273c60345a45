import { MultiSelect, Select, SimpleGrid, TagsInput, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../../api.ts';
import { useSession } from '../../session/use-session.ts';
import { CURRENCIES } from '../../ui/currency.ts';
import { openDialog } from '../../ui/dialog.tsx';
import { FormFrame } from '../../ui/form-frame.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { MomentInput } from '../content/inputs/time-input.tsx';
import { useProperties } from '../redirects/property-select.tsx';
import type { PriceList } from './price-list.tsx';

export const valuesOf = (list: PriceList) => ({
  name: list.name,
  priority: list.priority as number | string,
  startsAt: list.startsAt,
  endsAt: list.endsAt,
  customerTags: list.customerTags,
  propertyIds: list.propertyIds,
  status: list.status as 'active' | 'archived',
});
export type Values = ReturnType<typeof valuesOf>;

export const bodyOf = (values: Values) => ({ ...values, priority: values.priority as number });

export const openNewPriceList = () =>
  openDialog('Add price list', (close) => <NewPriceList close={close} />, 'lg');

function NewPriceList({ close }: { close: () => void }) {
  const { currency } = useSession().tenant;
  const navigate = useNavigate();
  const { form, submit, sending, failure } = useApiForm({
    initialValues: {
      ...{ name: '', currency, priority: 0 as number | string, startsAt: null, endsAt: null },
      ...{ customerTags: [] as string[], propertyIds: [] as string[], status: 'active' as const },
    } as Values & { currency: string },
    send: async (values) =>
      (await api.createPriceList({ body: { ...bodyOf(values), currency: values.currency } })).data,
    invalidates: ['listPriceLists'],
    successMessage: 'The price list is added: now its prices',
    done: ({ id }) => {
      close();
      void navigate({ to: `/products/price-lists/${id}` });
    },
  });
  return (
    <FormFrame {...{ submit, sending, failure, close }} action="Add price list" noValidate>
      <PriceListFields form={form as unknown as UseFormReturnType<Values>} />
      <Select
        label="Currency"
        description="It stays as it is"
        data={CURRENCIES}
        searchable
        allowDeselect={false}
        data-path="currency"
        {...form.getInputProps('currency')}
      />
    </FormFrame>
  );
}

export function PriceListFields({ form, readOnly }: { form: UseFormReturnType<Values>; readOnly?: boolean }) {
  const sites = useProperties();
  const { startsAt, endsAt } = form.values;
  return (
    <>
      <TextInput
        label="Name"
        required
        maxLength={200}
        readOnly={readOnly}
        data-autofocus
        data-path="name"
        {...form.getInputProps('name')}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }} verticalSpacing="md">
        <TagsInput
          label="Customers with a tag"
          description="None: all customers"
          readOnly={readOnly}
          data-path="customerTags"
          {...form.getInputProps('customerTags')}
        />
        <NumberField
          label="Priority"
          description="The highest that fits counts"
          least={-1_000_000}
          readOnly={readOnly}
          data-path="priority"
          {...form.getInputProps('priority')}
        />
        <MomentInput
          label="From"
          readOnly={readOnly}
          value={startsAt}
          onChange={(at) => form.setFieldValue('startsAt', at)}
          error={form.errors.startsAt}
          data-path="startsAt"
        />
        <MomentInput
          label="Until"
          readOnly={readOnly}
          value={endsAt}
          onChange={(at) => form.setFieldValue('endsAt', at)}
          error={form.errors.endsAt}
          data-path="endsAt"
        />
        {sites.length > 1 && (
          <MultiSelect
            label="Sites"
            description="None: everywhere"
            data={sites.map(({ id, name }) => ({ value: id, label: name }))}
            readOnly={readOnly}
            {...form.getInputProps('propertyIds')}
          />
        )}
        <Select
          label="State"
          data={[
            { value: 'active', label: 'In use' },
            { value: 'archived', label: 'Archived' },
          ]}
          allowDeselect={false}
          readOnly={readOnly}
          {...form.getInputProps('status')}
        />
      </SimpleGrid>
    </>
  );
}

import { ActionIcon, Button, Group, MultiSelect, Select, Switch, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { api, type Data } from '../../api.ts';
import { useSession } from '../../session/use-session.ts';
import { findCountries } from '../../ui/address.tsx';
import { CURRENCIES } from '../../ui/currency.ts';
import { openDialog } from '../../ui/dialog.tsx';
import { FormFrame } from '../../ui/form-frame.tsx';
import { listCountries } from '../../ui/formats.ts';
import { NumberField } from '../../ui/number-field.tsx';
import { RemoveButton } from '../../ui/remove-button.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';

export type ShippingOption = Data<'getShippingOption'>;
type Tier = { from: number | string; amount: number | string };

/** Null: a new one. */
export const openShippingOption = (option: ShippingOption | null) =>
  openDialog(
    option === null ? 'Add shipping option' : 'Change shipping option',
    (close) => <ShippingForm option={option} close={close} />,
    'lg',
  );

function ShippingForm({ option, close }: { option: ShippingOption | null; close: () => void }) {
  const { currency } = useSession().tenant;
  const { form, submit, sending, failure } = useApiForm({
    initialValues: {
      name: option?.name ?? '',
      currency: option?.currency ?? currency,
      countries: option?.countries ?? ([] as string[]),
      basis: option?.basis ?? ('subtotal' as 'subtotal' | 'weight'),
      tiers: (option?.tiers ?? [{ from: 0, amount: '' }]) as Tier[],
      position: (option?.position ?? 0) as number | string,
      active: option?.active ?? true,
    },
    send: (values) => {
      const body = {
        ...values,
        position: values.position === '' ? 0 : (values.position as number),
        tiers: values.tiers.map(({ from, amount }) => ({ from: from as number, amount: amount as number })),
      };
      return option === null
        ? api.createShippingOption({ body })
        : api.updateShippingOption({ path: { id: option.id }, ifMatch: option.version, body });
    },
    invalidates: ['listShippingOptions'],
    successMessage: option === null ? 'The option is added' : 'The option is saved',
    done: close,
  });
  const { tiers, basis } = form.values;
  const wrongCountry = Object.entries(form.errors).find(([path]) => path.startsWith('countries'))?.[1];
  return (
    <FormFrame
      {...{ submit, sending, failure, close }}
      action={option === null ? 'Add option' : 'Save'}
      noValidate
      aside={
        option && (
          <RemoveButton
            name={option.name}
            consequence="Checkouts that chose it must choose another one. Orders stay as they are."
            list="listShippingOptions"
            run={() => api.deleteShippingOption({ path: { id: option.id } })}
            close={close}
          />
        )
      }
    >
      <TextInput
        label="Name"
        placeholder="Standard, 2 to 4 days"
        required
        maxLength={200}
        data-autofocus
        data-path="name"
        {...form.getInputProps('name')}
      />
      <MultiSelect
        label="Countries"
        placeholder={form.values.countries.length === 0 ? 'Every country' : undefined}
        searchable
        clearable
        data={listCountries()}
        filter={findCountries}
        nothingFoundMessage="No such country"
        data-path="countries"
        {...form.getInputProps('countries')}
        error={wrongCountry}
      />
      <Group grow align="flex-start">
        <Select
          label="Costs depend on"
          data={[
            { value: 'subtotal', label: 'The subtotal' },
            { value: 'weight', label: 'The weight' },
          ]}
          allowDeselect={false}
          {...form.getInputProps('basis')}
        />
        <Select
          label="Currency"
          data={CURRENCIES}
          searchable
          allowDeselect={false}
          data-path="currency"
          {...form.getInputProps('currency')}
        />
      </Group>
      {tiers.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step has no other name
        <Group key={index} align="flex-start" wrap="nowrap" gap="xs">
          <NumberField
            label={index === 0 ? (basis === 'weight' ? 'From grams' : 'From subtotal') : undefined}
            aria-label={`Step ${index + 1} begins at`}
            decimals={basis === 'weight' ? 0 : 3}
            flex={1}
            required
            data-path={`tiers.${index}.from`}
            {...form.getInputProps(`tiers.${index}.from`)}
          />
          <NumberField
            label={index === 0 ? 'Costs' : undefined}
            aria-label={`Step ${index + 1} costs`}
            decimals={3}
            flex={1}
            required
            data-path={`tiers.${index}.amount`}
            {...form.getInputProps(`tiers.${index}.amount`)}
          />
          {tiers.length > 1 && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              mt={index === 0 ? 26 : 0}
              aria-label={`Remove step ${index + 1}`}
              onClick={() => form.removeListItem('tiers', index)}
            >
              <IconTrash size={16} />
            </ActionIcon>
          )}
        </Group>
      ))}
      <Button
        variant="subtle"
        w="fit-content"
        leftSection={<IconPlus size={16} />}
        onClick={() => form.insertListItem('tiers', { from: '', amount: '' })}
      >
        Add a step
      </Button>
      <NumberField
        label="Place"
        description="Shoppers see the smallest number first"
        w={280}
        data-path="position"
        {...form.getInputProps('position')}
      />
      <Switch
        label="Active"
        description="Shoppers can choose it"
        {...form.getInputProps('active', { type: 'checkbox' })}
      />
    </FormFrame>
  );
}

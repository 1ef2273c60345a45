import { SimpleGrid, TextInput } from '@mantine/core';
import { api, type Data } from '../../api.ts';
import { CountrySelect } from '../../ui/address.tsx';
import { openDialog } from '../../ui/dialog.tsx';
import { FormFrame } from '../../ui/form-frame.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { RemoveButton } from '../../ui/remove-button.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';

export type TaxRate = Data<'getTaxRate'>;

/** Null: a new one. */
export const openTaxRate = (rate: TaxRate | null) =>
  openDialog(rate === null ? 'Add tax rate' : 'Change tax rate', (close) => (
    <TaxForm rate={rate} close={close} />
  ));

const orNull = (text: string) => (text.trim() === '' ? null : text.trim());

function TaxForm({ rate, close }: { rate: TaxRate | null; close: () => void }) {
  const { form, submit, sending, failure } = useApiForm({
    initialValues: {
      name: rate?.name ?? '',
      country: rate?.country ?? '',
      region: rate?.region ?? '',
      taxCode: rate?.taxCode ?? '',
      percent: (rate?.percent ?? '') as number | string,
    },
    send: ({ name, country, region, taxCode, percent }) => {
      const body = {
        name,
        country,
        region: orNull(region),
        taxCode: orNull(taxCode),
        percent: percent as number,
      };
      return rate === null
        ? api.createTaxRate({ body })
        : api.updateTaxRate({ path: { id: rate.id }, ifMatch: rate.version, body });
    },
    invalidates: ['listTaxRates'],
    successMessage: rate === null ? 'The tax rate is added' : 'The tax rate is saved',
    done: close,
  });
  return (
    <FormFrame
      {...{ submit, sending, failure, close }}
      action={rate === null ? 'Add tax rate' : 'Save'}
      noValidate
      aside={
        rate && (
          <RemoveButton
            name={rate.name}
            consequence="Checkouts to this place add no tax, or that of another rate for it. Orders stay as they are."
            list="listTaxRates"
            run={() => api.deleteTaxRate({ path: { id: rate.id } })}
            close={close}
          />
        )
      }
    >
      <TextInput
        label="Name"
        placeholder="VAT"
        required
        maxLength={200}
        data-autofocus
        data-path="name"
        {...form.getInputProps('name')}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }} verticalSpacing="md">
        <CountrySelect required data-path="country" {...form.getInputProps('country')} />
        <TextInput
          label="Region"
          placeholder="The whole country"
          maxLength={100}
          data-path="region"
          {...form.getInputProps('region')}
        />
        <TextInput
          label="Tax code"
          placeholder="All other products"
          maxLength={100}
          data-path="taxCode"
          {...form.getInputProps('taxCode')}
        />
        <NumberField
          label="Percent"
          decimals={4}
          most={100}
          suffix="%"
          required
          data-path="percent"
          {...form.getInputProps('percent')}
        />
      </SimpleGrid>
    </FormFrame>
  );
}

import { ActionIcon, Fieldset, Select, SimpleGrid, Switch, TextInput } from '@mantine/core';
import { IconDice3 } from '@tabler/icons-react';
import { api, type Data } from '../../api.ts';
import { useSession } from '../../session/use-session.ts';
import { CURRENCIES } from '../../ui/currency.ts';
import { openDialog } from '../../ui/dialog.tsx';
import { FormFrame } from '../../ui/form-frame.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { RemoveButton } from '../../ui/remove-button.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { MomentInput } from '../content/inputs/time-input.tsx';

export type Discount = Data<'getDiscount'>;
type Kind = Discount['kind'];
type Typed = number | string;

const KINDS: { value: Kind; label: string }[] = [
  { value: 'percent', label: 'Percent' },
  { value: 'amount', label: 'An amount' },
  { value: 'free_shipping', label: 'Free shipping' },
];

/** Null: a new one. */
export const openDiscount = (discount: Discount | null) =>
  openDialog(
    discount === null ? 'Add discount code' : 'Change discount code',
    (close) => <DiscountForm discount={discount} close={close} />,
    'lg',
  );

/** Without letters and digits that are mistaken for each other. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

const madeUp = () =>
  [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => LETTERS[byte % LETTERS.length]).join('');

/** An amount has a currency; a percentage of any subtotal has none. */
const needsCurrency = ({ kind, minSubtotal }: { kind: Kind; minSubtotal: Typed }) =>
  kind === 'amount' || minSubtotal !== '';

const typedOf = (value: number | null | undefined): Typed => value ?? '';
const numberOf = (typed: Typed): number | null => (typed === '' ? null : (typed as number));

function DiscountForm({ discount, close }: { discount: Discount | null; close: () => void }) {
  const { currency } = useSession().tenant;
  const { form, submit, sending, failure } = useApiForm({
    initialValues: {
      code: discount?.code ?? '',
      kind: discount?.kind ?? ('percent' as Kind),
      value: (discount?.value ?? '') as Typed,
      currency: discount?.currency ?? currency,
      minSubtotal: typedOf(discount?.minSubtotal),
      maxUses: typedOf(discount?.maxUses),
      maxUsesPerCustomer: typedOf(discount?.maxUsesPerCustomer),
      startsAt: discount?.startsAt ?? null,
      endsAt: discount?.endsAt ?? null,
      active: discount?.active ?? true,
    },
    send: (values) => {
      const minSubtotal = numberOf(values.minSubtotal);
      const body = {
        ...values,
        value: values.kind === 'free_shipping' ? 0 : (values.value as number),
        currency: needsCurrency(values) ? values.currency : null,
        minSubtotal,
        maxUses: numberOf(values.maxUses),
        maxUsesPerCustomer: numberOf(values.maxUsesPerCustomer),
      };
      return discount === null
        ? api.createDiscount({ body })
        : api.updateDiscount({ path: { id: discount.id }, ifMatch: discount.version, body });
    },
    invalidates: ['listDiscounts', 'getDiscount'],
    successMessage: discount === null ? 'The code is added' : 'The code is saved',
    done: close,
  });
  const { kind, startsAt, endsAt, minSubtotal } = form.values;
  return (
    <FormFrame
      {...{ submit, sending, failure, close }}
      action={discount === null ? 'Add code' : 'Save'}
      noValidate
      aside={
        discount && (
          <RemoveButton
            name={discount.code}
            consequence="Baskets that have it lose it. Orders that used it stay as they are."
            list="listDiscounts"
            run={() => api.deleteDiscount({ path: { id: discount.id } })}
            close={close}
          />
        )
      }
    >
      <TextInput
        label="Code"
        description="Upper and lower case are the same"
        placeholder="WELCOME10"
        required
        maxLength={100}
        rightSection={
          discount === null && (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label="Make up a code"
              title="Make up a code"
              onClick={() => form.setFieldValue('code', madeUp())}
            >
              <IconDice3 size={18} />
            </ActionIcon>
          )
        }
        data-autofocus
        data-path="code"
        {...form.getInputProps('code')}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }} verticalSpacing="md">
        <Select label="Takes off" data={KINDS} allowDeselect={false} {...form.getInputProps('kind')} />
        {kind !== 'free_shipping' && (
          <NumberField
            label={kind === 'percent' ? 'Percent' : 'Amount'}
            decimals={kind === 'percent' ? 4 : 3}
            suffix={kind === 'percent' ? '%' : undefined}
            required
            data-path="value"
            {...form.getInputProps('value')}
          />
        )}
      </SimpleGrid>
      <Fieldset legend="Conditions">
        <SimpleGrid cols={{ base: 1, sm: 2 }} verticalSpacing="md">
          <NumberField
            label="From a subtotal of"
            placeholder="Any"
            decimals={3}
            data-path="minSubtotal"
            {...form.getInputProps('minSubtotal')}
          />
          {needsCurrency({ kind, minSubtotal }) && (
            <Select
              label="Currency"
              data={CURRENCIES}
              searchable
              allowDeselect={false}
              data-path="currency"
              {...form.getInputProps('currency')}
            />
          )}
          <NumberField
            label="Uses in all"
            placeholder="Any number"
            least={1}
            data-path="maxUses"
            {...form.getInputProps('maxUses')}
          />
          <NumberField
            label="Uses by one customer"
            placeholder="Any number"
            least={1}
            data-path="maxUsesPerCustomer"
            {...form.getInputProps('maxUsesPerCustomer')}
          />
        </SimpleGrid>
      </Fieldset>
      <Fieldset legend="When">
        <SimpleGrid cols={{ base: 1, sm: 2 }} verticalSpacing="md">
          <MomentInput
            label="From"
            value={startsAt}
            onChange={(at) => form.setFieldValue('startsAt', at)}
            error={form.errors.startsAt}
            data-path="startsAt"
          />
          <MomentInput
            label="Until"
            value={endsAt}
            onChange={(at) => form.setFieldValue('endsAt', at)}
            error={form.errors.endsAt}
            data-path="endsAt"
          />
        </SimpleGrid>
      </Fieldset>
      <Switch
        label="Active"
        description="Shoppers can use it, within its times and limits"
        {...form.getInputProps('active', { type: 'checkbox' })}
      />
    </FormFrame>
  );
}

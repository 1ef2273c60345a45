import { Button, Group, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { api, type Data } from '../../api.ts';
import { useHasRole } from '../../session/use-session.ts';
import { ConflictNotice } from '../../ui/conflict-notice.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { counted } from '../../ui/formats.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { Page } from '../../ui/page.tsx';
import { Facts, Panel } from '../../ui/panel.tsx';
import classes from '../../ui/ui.module.css';
import { useData } from '../../ui/use-data.ts';
import { useGuardedForm } from '../../ui/use-guarded-form.ts';
import { bodyOf, methodsOf } from './payment-methods.ts';
import { PaymentMethodsInput } from './payment-methods-input.tsx';

type Settings = Data<'getCheckoutSettings'>;

const TIMES = [
  ['holdMinutes', 'Stock is held for', 'Minutes from the start of a checkout'],
  ['holdMostMinutes', 'At most', 'Minutes, while the shopper is active'],
  ['abandonedAfterMinutes', 'A cart is abandoned after', 'Minutes without a change'],
  ['guestCartDays', 'Carts of guests are kept for', 'Days without a change'],
  ['customerCartDays', 'Carts of customers are kept for', 'Days without a change'],
] as const;
type TimeName = (typeof TIMES)[number][0];

export default function CheckoutSettings() {
  const settings = useData('getCheckoutSettings', {});
  return (
    <Page title="Checkout settings" description="How shoppers pay, and how long carts and checkouts last.">
      <Loaded query={settings}>{(data) => <SettingsForm key={data.version} settings={data} />}</Loaded>
    </Page>
  );
}

const valuesOf = (settings: Settings) => ({
  ...(Object.fromEntries(TIMES.map(([name]) => [name, settings[name]])) as Record<TimeName, number | string>),
  paymentMethods: methodsOf(settings.paymentMethods),
  pricesIncludeTax: settings.pricesIncludeTax,
  shippingTaxed: settings.shippingTaxed,
  recoveryUrl: settings.recoveryUrl ?? '',
});
type Values = ReturnType<typeof valuesOf>;

function SettingsForm({ settings }: { settings: Settings }) {
  const mayEdit = useHasRole('admin');
  const { form, submit, sending, failure, conflict } = useGuardedForm({
    seen: settings,
    valuesOf,
    send: ({ paymentMethods, recoveryUrl, ...values }, ifMatch) =>
      api.replaceCheckoutSettings({
        ifMatch,
        body: {
          ...(values as Record<TimeName, number> & typeof values),
          paymentMethods: bodyOf(paymentMethods),
          recoveryUrl: recoveryUrl.trim() || null,
        },
      }),
    reload: async () => (await api.getCheckoutSettings({})).data,
    invalidates: ['getCheckoutSettings'],
    successMessage: 'The settings are saved',
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <Panel
          title="Ways to pay"
          description="Without a payment service: the order is placed unpaid, and you record the payment when it arrives."
        >
          <PaymentMethodsInput form={form} readOnly={!mayEdit} />
        </Panel>
        <Times form={form} readOnly={!mayEdit} />
        <Tax form={form} readOnly={!mayEdit} />
        <Panel title="Links to carts" description="Staff copy them from an abandoned cart.">
          <TextInput
            label="Page of your shop that restores a cart"
            description="With {token} where the token of the link goes, best behind #"
            placeholder="https://shop.example/recover#{token}"
            maxLength={1000}
            dir="ltr"
            readOnly={!mayEdit}
            data-path="recoveryUrl"
            {...form.getInputProps('recoveryUrl')}
          />
        </Panel>
        {conflict && <ConflictNotice {...conflict} theirs={<InShort settings={conflict.theirs} />} />}
        <ErrorNotice error={failure} />
        {mayEdit ? (
          <Group justify="flex-end" className={classes.save} data-dirty={form.isDirty() || undefined}>
            <Button type="submit" loading={sending} disabled={conflict !== null || !form.isDirty()}>
              Save settings
            </Button>
          </Group>
        ) : (
          <Text size="sm" c="dimmed">
            An admin can change these settings.
          </Text>
        )}
      </Stack>
    </form>
  );
}

type Part = { form: UseFormReturnType<Values>; readOnly: boolean };

const Times = ({ form, readOnly }: Part) => (
  <Panel title="Times" description="Stock that a checkout reserves cannot be bought by others.">
    <SimpleGrid cols={{ base: 1, sm: 2, md: 3 }} verticalSpacing="md">
      {TIMES.map(([name, label, description]) => (
        <NumberField
          key={name}
          label={label}
          description={description}
          least={1}
          readOnly={readOnly}
          data-path={name}
          {...form.getInputProps(name)}
        />
      ))}
    </SimpleGrid>
  </Panel>
);

const Tax = ({ form, readOnly }: Part) => (
  <Panel title="Tax" description="The rates are under Shipping and tax.">
    <Switch
      label="Prices include tax"
      description="A price is what the shopper pays; otherwise tax is added to it"
      disabled={readOnly}
      {...form.getInputProps('pricesIncludeTax', { type: 'checkbox' })}
    />
    <Switch
      label="Shipping is taxed"
      description="At the rate of the address for products without a tax code"
      disabled={readOnly}
      {...form.getInputProps('shippingTaxed', { type: 'checkbox' })}
    />
  </Panel>
);

const InShort = ({ settings }: { settings: Settings }) => (
  <Facts
    facts={[
      ['Ways to pay', settings.paymentMethods.map(({ name }) => name).join(', ')],
      ['Stock is held for', counted(settings.holdMinutes, 'minute')],
    ]}
  />
);

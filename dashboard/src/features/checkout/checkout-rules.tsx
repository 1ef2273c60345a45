import { Button, Group, SimpleGrid, Stack, Switch } from '@mantine/core';
import { api, type Data } from '../../api.ts';
import { useHasRole } from '../../session/use-session.ts';
import { ConflictNotice } from '../../ui/conflict-notice.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { Facts, Panel } from '../../ui/panel.tsx';
import { useData } from '../../ui/use-data.ts';
import { useGuardedForm } from '../../ui/use-guarded-form.ts';

type Settings = Data<'getCheckoutSettings'>;

export function CheckoutRules() {
  const settings = useData('getCheckoutSettings', {});
  return (
    <Panel title="Rules of the checkout">
      <Loaded query={settings}>{(data) => <Rules key={data.version} settings={data} />}</Loaded>
    </Panel>
  );
}

const MINUTES = [
  ['holdMinutes', 'Stock is held for', 'Minutes from the start of a checkout'],
  ['holdMostMinutes', 'At most', 'Minutes, while the shopper is active'],
  ['abandonedAfterMinutes', 'A cart is abandoned after', 'Minutes without a change'],
] as const;

function Rules({ settings }: { settings: Settings }) {
  const mayEdit = useHasRole('admin');
  const { form, submit, sending, failure, conflict } = useGuardedForm({
    seen: settings,
    valuesOf: ({ holdMinutes, holdMostMinutes, abandonedAfterMinutes, pricesIncludeTax, shippingTaxed }) => ({
      holdMinutes: holdMinutes as number | string,
      holdMostMinutes: holdMostMinutes as number | string,
      abandonedAfterMinutes: abandonedAfterMinutes as number | string,
      pricesIncludeTax,
      shippingTaxed,
    }),
    send: (values, ifMatch) => {
      const { version: _, ...others } = settings;
      const body = {
        ...others,
        ...values,
        holdMinutes: values.holdMinutes as number,
        holdMostMinutes: values.holdMostMinutes as number,
        abandonedAfterMinutes: values.abandonedAfterMinutes as number,
      };
      return api.replaceCheckoutSettings({ ifMatch, body });
    },
    reload: async () => (await api.getCheckoutSettings({})).data,
    invalidates: ['getCheckoutSettings'],
    successMessage: 'The rules are saved',
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 3 }} verticalSpacing="md">
          {MINUTES.map(([name, label, description]) => (
            <NumberField
              key={name}
              label={label}
              description={description}
              least={1}
              readOnly={!mayEdit}
              data-path={name}
              {...form.getInputProps(name)}
            />
          ))}
        </SimpleGrid>
        <Switch
          label="Prices include tax"
          disabled={!mayEdit}
          {...form.getInputProps('pricesIncludeTax', { type: 'checkbox' })}
        />
        <Switch
          label="Shipping is taxed"
          disabled={!mayEdit}
          {...form.getInputProps('shippingTaxed', { type: 'checkbox' })}
        />
        {conflict && (
          <ConflictNotice
            {...conflict}
            theirs={<Facts facts={[['Stock is held for', `${conflict.theirs.holdMinutes} minutes`]]} />}
          />
        )}
        <ErrorNotice error={failure} />
        {mayEdit && (
          <Group>
            <Button type="submit" loading={sending} disabled={conflict !== null || !form.isDirty()}>
              Save rules
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}

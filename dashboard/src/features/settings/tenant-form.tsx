import { Button, Group, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { api } from '../../api.ts';
import { update } from '../../session/session.ts';
import { useSession } from '../../session/use-session.ts';
import { type Address, AddressFields, tidy } from '../../ui/address.tsx';
import { ConflictNotice } from '../../ui/conflict-notice.tsx';
import { CURRENCIES } from '../../ui/currency.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { FormatSample, FormatSelect } from '../../ui/format-select.tsx';
import { Panel } from '../../ui/panel.tsx';
import classes from '../../ui/ui.module.css';
import { useGuardedForm } from '../../ui/use-guarded-form.ts';
import { LogoInput } from './logo-input.tsx';
import { FactsOf, type TenantRecord } from './tenant-facts.tsx';
import { TimeZoneSelect } from './time-zone-select.tsx';

const valuesOf = (tenant: TenantRecord) => ({
  name: tenant.name,
  timeZone: tenant.timeZone,
  currency: tenant.currency,
  locale: tenant.locale,
  address: (tenant.address ?? {}) as Address,
  taxNumber: tenant.taxNumber ?? '',
  logoAssetId: tenant.logoAssetId,
});

const PARTS = ['line1', 'line2', 'postalCode', 'city', 'region', 'country'];

export function TenantForm({ tenant, saved }: { tenant: TenantRecord; saved: () => void }) {
  const { modules } = useSession().tenant;
  const { form, submit, sending, failure, conflict } = useGuardedForm({
    seen: tenant,
    valuesOf,
    send: async ({ address, taxNumber, ...rest }, ifMatch) => {
      const body = { ...rest, address: tidy(address), taxNumber: taxNumber.trim() || null };
      const { data } = await api.updateTenant({ ifMatch, body });
      // The menu, and every format from now on.
      update({ tenant: data });
    },
    reload: async () => (await api.getTenant()).data,
    invalidates: ['getTenant', 'listAuthTenants', 'getHome', 'getOrderMetrics'],
    successMessage: 'The settings are saved',
    done: saved,
  });
  const { values } = form;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <Panel title="Business" description="Shown to everyone who works here, and on documents.">
          <TextInput label="Name" required maxLength={200} data-path="name" {...form.getInputProps('name')} />
          {modules.includes('media') && (
            <LogoInput
              value={values.logoAssetId}
              onChange={(id) => form.setFieldValue('logoAssetId', id)}
              error={form.errors.logoAssetId}
            />
          )}
          <TextInput
            label="Tax number"
            description="As invoices show it, with its prefix."
            maxLength={50}
            maw={320}
            data-path="taxNumber"
            {...form.getInputProps('taxNumber')}
          />
        </Panel>
        <Panel title="Address" description="Where the business is, as its documents show it.">
          <AddressFields
            name="Address"
            only={PARTS}
            value={values.address}
            onChange={(address) => form.setFieldValue('address', address)}
          />
        </Panel>
        <Panel
          title="Time, money and formats"
          description="Days in charts, filters and exports begin at midnight in this time zone."
        >
          <TimeZoneSelect data-path="timeZone" {...form.getInputProps('timeZone')} />
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            <Select
              label="Default currency"
              description="New orders begin with it."
              searchable
              allowDeselect={false}
              data={CURRENCIES}
              data-path="currency"
              {...form.getInputProps('currency')}
            />
            <FormatSelect
              label="Formats"
              description="Of dates and numbers. Everyone may choose their own."
              none="Those of each browser"
              data-path="locale"
              {...form.getInputProps('locale')}
            />
          </SimpleGrid>
          <Text size="sm" c="dimmed">
            <FormatSample locale={values.locale} timeZone={values.timeZone} currency={values.currency} />
          </Text>
        </Panel>
        {conflict && <ConflictNotice {...conflict} theirs={<FactsOf tenant={conflict.theirs} />} />}
        <ErrorNotice error={failure} />
        <Group className={classes.save} data-dirty={form.isDirty() || undefined} justify="flex-end" gap="sm">
          {form.isDirty() && (
            <Button variant="default" onClick={() => form.reset()}>
              Discard
            </Button>
          )}
          <Button type="submit" loading={sending} disabled={conflict !== null || !form.isDirty()}>
            Save changes
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

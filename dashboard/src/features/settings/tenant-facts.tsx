import type { Data } from '../../api.ts';
import { AddressText } from '../../ui/address.tsx';
import { localeLabel } from '../../ui/format-select.tsx';
import { Facts, Panel } from '../../ui/panel.tsx';

export type TenantRecord = Data<'getTenant'>;

/** The settings for those who may not change them, and beside a form that someone else was faster with. */
export const TenantFacts = ({ tenant }: { tenant: TenantRecord }) => (
  <Panel title="Business">
    <FactsOf tenant={tenant} />
  </Panel>
);

export const FactsOf = ({ tenant }: { tenant: TenantRecord }) => (
  <Facts
    facts={[
      ['Name', <bdi key="name">{tenant.name}</bdi>],
      ['Time zone', tenant.timeZone],
      ['Currency', tenant.currency],
      ['Formats', tenant.locale === null ? 'Those of each browser' : localeLabel(tenant.locale)],
      ['Tax number', tenant.taxNumber ?? '–'],
      ['Address', <AddressText key="address" address={tenant.address} none="–" />],
    ]}
  />
);

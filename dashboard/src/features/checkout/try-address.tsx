import { Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSession } from '../../session/use-session.ts';
import { CountrySelect } from '../../ui/address.tsx';
import { formatMoney, formatNumber } from '../../ui/formats.ts';
import { useWholeList } from '../../ui/list/short-list.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { Panel } from '../../ui/panel.tsx';
import type { ShippingOption } from './shipping-form.tsx';
import type { TaxRate } from './tax-form.tsx';

/** Shows which options and which rates apply to an address, with the lists above. */
export function TryAddress() {
  const options = useWholeList('listShippingOptions').rows;
  const rates = useWholeList('listTaxRates').rows;
  const own = useSession().tenant.currency;
  const [country, setCountry] = useState('');
  const [region, setRegion] = useState('');
  const [currency, setCurrency] = useState(own);
  const [subtotal, setSubtotal] = useState<number | string>('');
  if (options.length + rates.length === 0) return null;
  const currencies = [...new Set([own, ...options.map((option) => option.currency)])];
  const amount = typeof subtotal === 'number' ? subtotal : 0;
  return (
    <Panel title="Try an address" description="What a checkout to that place would add.">
      <Group align="flex-end" gap="sm">
        <CountrySelect value={country} onChange={setCountry} />
        <TextInput
          label="Region"
          placeholder="Such as CA"
          w={130}
          maxLength={100}
          value={region}
          onChange={(event) => setRegion(event.currentTarget.value)}
        />
        <NumberField
          label="Subtotal"
          w={140}
          decimals={3}
          suffix={currencies.length > 1 ? undefined : own}
          value={subtotal}
          onChange={setSubtotal}
        />
        {currencies.length > 1 && (
          <Select
            label="Currency"
            w={100}
            data={currencies}
            allowDeselect={false}
            value={currency}
            onChange={(code) => setCurrency(code ?? own)}
          />
        )}
      </Group>
      {country !== '' && (
        <Group role="status" gap="xl" align="flex-start">
          <Lines title="Shipping" lines={offersFor(options, { country, currency, subtotal: amount })} />
          <Lines title="Tax" lines={ratesFor(rates, country, region.trim())} />
        </Group>
      )}
    </Panel>
  );
}

type Line = { id: string; text: string };

const Lines = ({ title, lines }: { title: string; lines: Line[] }) => (
  <Stack gap={2} style={{ overflowWrap: 'anywhere' }}>
    <Text size="xs" c="dimmed">
      {title}
    </Text>
    {lines.map(({ id, text }) => (
      <Text key={id} size="sm">
        <bdi>{text}</bdi>
      </Text>
    ))}
  </Stack>
);

function offersFor(
  options: ShippingOption[],
  { country, currency, subtotal }: { country: string; currency: string; subtotal: number },
): Line[] {
  const lines = options
    .filter(({ active, countries }) => active && (countries.length === 0 || countries.includes(country)))
    .filter((option) => option.currency === currency)
    .flatMap(({ id, name, basis, tiers }) => {
      if (basis === 'weight') return [{ id, text: `${name}: depends on the weight` }];
      const reached = tiers.filter(({ from }) => from <= subtotal).toSorted((a, b) => b.from - a.from)[0];
      return reached === undefined ? [] : [{ id, text: `${name}: ${formatMoney(reached.amount, currency)}` }];
    });
  return lines.length > 0
    ? lines
    : [{ id: 'none', text: `No shipping option in ${currency}: nothing can be shipped there.` }];
}

/** The rate of the region counts before that of the country, for each tax code. */
function ratesFor(rates: TaxRate[], country: string, region: string): Line[] {
  const here = rates.filter(
    (rate) => rate.country === country && (rate.region === null || rate.region === region),
  );
  const codes = [...new Set(here.map(({ taxCode }) => taxCode))];
  const lines = codes.map((taxCode) => {
    const ofCode = here.filter((rate) => rate.taxCode === taxCode);
    const rate = ofCode.find((each) => each.region !== null) ?? ofCode[0]!;
    const percent = formatNumber(rate.percent / 100, { style: 'percent', maximumFractionDigits: 4 });
    return { id: rate.id, text: `${rate.name}, ${taxCode ?? 'all other tax codes'}: ${percent}` };
  });
  return lines.length > 0 ? lines : [{ id: 'untaxed', text: 'No tax rate: no tax is added.' }];
}

import { Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatNumber } from '../../ui/formats.ts';
import { formatMoney } from '../../ui/money.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { Panel } from '../../ui/panel.tsx';
import type { ShippingOption } from './shipping-form.tsx';
import type { TaxRate } from './tax-form.tsx';

/** Shows which options and which rates apply to an address, with the lists above. */
export function TryAddress({ options, rates }: { options: ShippingOption[]; rates: TaxRate[] }) {
  const [country, setCountry] = useState('');
  const [region, setRegion] = useState('');
  const [subtotal, setSubtotal] = useState<number | string>('');
  const to = country.trim().toUpperCase();
  const isReady = to.length === 2 && typeof subtotal === 'number';
  return (
    <Panel title="Try an address" description="What a shopper there would be offered, for a subtotal">
      <Group align="flex-end" gap="sm">
        <TextInput
          label="Country"
          placeholder="DE"
          w={110}
          maxLength={2}
          value={country}
          onChange={(event) => setCountry(event.currentTarget.value)}
        />
        <TextInput
          label="Region"
          w={160}
          maxLength={100}
          value={region}
          onChange={(event) => setRegion(event.currentTarget.value)}
        />
        <NumberField label="Subtotal" w={140} decimals={3} value={subtotal} onChange={setSubtotal} />
      </Group>
      {isReady && (
        <Stack gap={4} role="status">
          {offersFor(options, to, subtotal).map(({ id, text }) => (
            <Text key={id} size="sm">
              <bdi>{text}</bdi>
            </Text>
          ))}
          {ratesFor(rates, to, region.trim()).map(({ id, text }) => (
            <Text key={id} size="sm">
              <bdi>{text}</bdi>
            </Text>
          ))}
        </Stack>
      )}
    </Panel>
  );
}

type Line = { id: string; text: string };

function offersFor(options: ShippingOption[], country: string, subtotal: number): Line[] {
  const lines = options
    .filter(({ active, countries }) => active && (countries.length === 0 || countries.includes(country)))
    .flatMap(({ id, name, basis, tiers, currency }) => {
      if (basis === 'weight') return [{ id, text: `${name}: depends on the weight` }];
      const reached = tiers.filter(({ from }) => from <= subtotal).toSorted((a, b) => b.from - a.from)[0];
      return reached === undefined ? [] : [{ id, text: `${name}: ${formatMoney(reached.amount, currency)}` }];
    });
  return lines.length > 0
    ? lines
    : [{ id: 'none', text: 'No shipping option: nothing can be shipped there.' }];
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

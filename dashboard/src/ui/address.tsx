import { Select, type SelectProps, SimpleGrid, Text, TextInput } from '@mantine/core';
import { formatCountry, listCountries } from './formats.ts';

/** Named texts; a form keeps names that it does not know. */
export type Address = Record<string, string | null | undefined>;

const FIELDS = [
  { name: 'name', label: 'Recipient' },
  { name: 'company', label: 'Company' },
  { name: 'line1', label: 'Street and number' },
  { name: 'line2', label: 'Floor, suite, …' },
  { name: 'postalCode', label: 'Postal code' },
  { name: 'city', label: 'City' },
  { name: 'region', label: 'State or region' },
  { name: 'country', label: 'Country' },
] as const;

/** Finds a country by a part of its name, or by its code. */
export const findCountries: NonNullable<SelectProps['filter']> = ({ options, search }) =>
  (options as { value: string; label: string }[]).filter(
    ({ value, label }) =>
      value === search.trim().toUpperCase() || label.toLowerCase().includes(search.trim().toLowerCase()),
  );

/** A country is stored as its code; one that an order or an import has written out stays a choice of its own. */
export function CountrySelect(
  props: { value?: string; onChange: (country: string) => void } & Omit<SelectProps, 'value' | 'onChange'>,
) {
  const { value = '', onChange, ...others } = props;
  const countries = listCountries();
  const isKnown = value === '' || countries.some((country) => country.value === value);
  return (
    <Select
      {...others}
      label="Country"
      placeholder="Type to search"
      searchable
      clearable
      openOnFocus={false}
      nothingFoundMessage="No such country"
      data={isKnown ? countries : [{ value, label: value }, ...countries]}
      filter={findCountries}
      value={value || null}
      onChange={(country) => onChange(country ?? '')}
    />
  );
}

/** Inputs for the common parts of an address. */
export function AddressFields(props: {
  /** Distinguishes the addresses of a form for screen readers. */
  name: string;
  value: Address;
  onChange: (address: Address) => void;
  /** Without it, all parts. */
  only?: string[];
}) {
  const shown = FIELDS.filter(({ name }) => props.only?.includes(name) ?? true);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" role="group" aria-label={props.name}>
      {shown.map(({ name, label }) =>
        name === 'country' ? (
          <CountrySelect
            key={name}
            value={props.value.country ?? ''}
            onChange={(country) => props.onChange({ ...props.value, country })}
          />
        ) : (
          <TextInput
            key={name}
            label={label}
            maxLength={500}
            value={props.value[name] ?? ''}
            onChange={(event) => props.onChange({ ...props.value, [name]: event.currentTarget.value })}
          />
        ),
      )}
    </SimpleGrid>
  );
}

/** Removes empty parts; returns null if none is left. */
export function tidy(address: Address): Record<string, string> | null {
  const given = Object.entries(address).flatMap(([name, text]) => {
    const trimmed = text?.trim();
    return trimmed ? [[name, trimmed] as const] : [];
  });
  return given.length === 0 ? null : Object.fromEntries(given);
}

export function AddressText({ address, none = 'None' }: { address: Address | null; none?: string }) {
  const lines = address === null ? [] : linesOf(address);
  if (lines.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {none}
      </Text>
    );
  }
  return (
    <Text size="sm" component="address" style={{ fontStyle: 'normal', overflowWrap: 'anywhere' }}>
      {lines.map(({ name, text }) => (
        <span key={name} style={{ display: 'block' }}>
          <bdi>{text}</bdi>
        </span>
      ))}
    </Text>
  );
}

function linesOf(address: Address): { name: string; text: string }[] {
  const { postalCode, city, ...rest } = tidy(address) ?? {};
  const place = [postalCode, city].filter(Boolean).join(' ');
  const known = ['name', 'company', 'line1', 'line2'];
  const order = [
    ...known,
    'place',
    'region',
    'country',
    ...Object.keys(rest).filter((name) => ![...known, 'region', 'country'].includes(name)),
  ];
  const texts: Record<string, string | undefined> = {
    ...rest,
    place,
    country: rest.country && formatCountry(rest.country),
  };
  return order.flatMap((name) => (texts[name] ? [{ name, text: texts[name] }] : []));
}

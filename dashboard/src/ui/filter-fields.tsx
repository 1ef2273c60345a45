/** The kinds of filters in a FilterBar: one of a few values, one of a long list, a text, a period. */
import { Select, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { type ReactNode, useId, useState } from 'react';
import type { FilterField } from './filter-bar.tsx';
import { formatMoment } from './formats.ts';
import classes from './list/list.module.css';
import { TimeFilter } from './time-filter.tsx';

export function oneOf<Name extends string>(
  label: string,
  name: Name,
  words: Record<string, string>,
): FilterField<Name> {
  return {
    label,
    names: [name],
    inWords: (filters) => words[filters[name] ?? ''] ?? filters[name],
    control: (filters, change) => (
      <RadioList
        label={label}
        words={words}
        value={filters[name]}
        onChange={(value) => change({ [name]: value } as never)}
      />
    ),
  };
}

/** Plain radio buttons: the filters of a list are part of its first load. */
function RadioList(props: {
  label: string;
  words: Record<string, string>;
  value: string | undefined;
  onChange: (value: string) => void;
}) {
  const id = useId();
  return (
    <Stack gap="xs" role="radiogroup" aria-labelledby={id}>
      <Text size="sm" fw={500} id={id}>
        {props.label}
      </Text>
      {Object.entries(props.words).map(([value, words]) => (
        <label key={value} className={classes.choice}>
          <input
            type="radio"
            name={id}
            className={classes.box}
            checked={props.value === value}
            onChange={() => props.onChange(value)}
          />
          {words}
        </label>
      ))}
    </Stack>
  );
}

export type Option = { value: string; label: string };

/** `useOptions` is a hook, because the options may come from the API. */
export function chosenFrom<Name extends string>(
  label: string,
  name: Name,
  useOptions: () => Option[],
  also?: (value: string | undefined) => Partial<Record<Name, string | undefined>>,
): FilterField<Name> {
  return {
    label,
    names: [name],
    inWords: (filters) => filters[name] && <OptionLabel value={filters[name]} useOptions={useOptions} />,
    control: (filters, change) => (
      <OptionSelect
        label={label}
        value={filters[name]}
        useOptions={useOptions}
        onChange={(value) => change({ ...also?.(value), [name]: value } as never)}
      />
    ),
  };
}

type Choice = { value: string | undefined; useOptions: () => Option[] };

const OptionLabel = ({ value, useOptions }: Choice) => (
  <bdi>{useOptions().find((option) => option.value === value)?.label ?? value}</bdi>
);

function OptionSelect(props: Choice & { label: string; onChange: (value: string | undefined) => void }) {
  const options = props.useOptions();
  return (
    <Select
      label={props.label}
      placeholder="Any"
      clearable
      searchable
      openOnFocus={false}
      comboboxProps={{ withinPortal: false }}
      data={options}
      value={props.value ?? null}
      onChange={(value) => props.onChange(value ?? undefined)}
    />
  );
}

/** `words` are values to choose from, with their meaning; any other can be typed. */
export function typed<Name extends string>(
  label: string,
  name: Name,
  placeholder: string,
  words: Record<string, string> = {},
): FilterField<Name> {
  return {
    label,
    names: [name],
    inWords: (filters) => filters[name] && <bdi>{words[filters[name]] ?? filters[name]}</bdi>,
    control: (filters, change) => (
      <TypedInput
        label={label}
        placeholder={placeholder}
        words={words}
        value={filters[name]}
        onChange={(text) => change({ [name]: text } as never)}
      />
    ),
  };
}

function TypedInput(props: {
  label: string;
  placeholder: string;
  words: Record<string, string>;
  value: string | undefined;
  onChange: (text: string | undefined) => void;
}) {
  const id = useId();
  const [text, setText] = useState(props.value ?? '');
  const tell = useDebouncedCallback((next: string) => props.onChange(next.trim() || undefined), 250);
  return (
    <>
      <TextInput
        label={props.label}
        placeholder={props.placeholder}
        maxLength={128}
        list={id}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          tell(event.currentTarget.value);
        }}
      />
      <datalist id={id}>
        {Object.entries(props.words).map(([value, words]) => (
          <option key={value} value={value} label={words} />
        ))}
      </datalist>
    </>
  );
}

/** From and until, to the minute. */
export const period = (label: string): FilterField<'since' | 'until'> => ({
  label,
  names: ['since', 'until'],
  inWords: ({ since, until }) => periodInWords(since, until),
  control: (filters, change) => (
    <Stack gap="xs">
      <TimeFilter filters={filters} filter={change} />
    </Stack>
  ),
});

function periodInWords(since: string | undefined, until: string | undefined): ReactNode {
  const at = (moment: string) => (Number.isNaN(Date.parse(moment)) ? moment : formatMoment(new Date(moment)));
  if (since === undefined) return until === undefined ? '' : `until ${at(until)}`;
  return until === undefined ? `from ${at(since)}` : `${at(since)} – ${at(until)}`;
}

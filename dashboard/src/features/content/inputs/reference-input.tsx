import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useData, useList } from '../../../ui/use-data.ts';
import { type Entry, titleOf } from '../fields.ts';
import { useTypes } from '../use-types.ts';
import { type InputProps, useCommon } from './editing.ts';

/** Chooses another entry; the API searches during typing. */
export function ReferenceInput(props: InputProps<string>) {
  const { item, value, onChange } = props;
  const { typeOf, locale } = useTypes();
  const [text, setText] = useState('');
  const chosen = useData('getEntry', { path: { id: value ?? '' } }, { enabled: Boolean(value) });
  const labelOf = (entry: Entry) => {
    const type = typeOf(entry.type);
    return `${titleOf(type, entry, locale)} · ${type?.title ?? entry.type}`;
  };
  const label = chosen.data === undefined ? '' : labelOf(chosen.data);
  const [q] = useDebouncedValue(text === label ? '' : text.trim(), 200);
  const type = item.types?.length === 1 ? item.types[0] : undefined;
  const found = useList('listEntries', { query: { q: q || undefined, type, limit: 20 } });
  const fitting = found.rows.filter(
    (entry) => entry.id !== chosen.data?.id && (!item.types?.length || item.types.includes(entry.type)),
  );
  const entries = value && chosen.data ? [chosen.data, ...fitting] : fitting;
  return (
    <Select
      {...useCommon(props)}
      placeholder="Search entries"
      searchable
      clearable
      data={entries.map((entry) => ({ value: entry.id, label: labelOf(entry) }))}
      // The API has filtered already, by more fields than the label shows.
      filter={({ options }) => options}
      nothingFoundMessage={found.isFetching ? 'Searching …' : 'No entry by that name'}
      searchValue={text}
      onSearchChange={setText}
      value={value ?? null}
      onChange={(id) => onChange(id ?? undefined)}
    />
  );
}

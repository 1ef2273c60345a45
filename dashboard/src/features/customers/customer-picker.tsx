import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type KeyboardEvent, useState } from 'react';
import type { Data } from '../../api.ts';
import { useData, useList } from '../../ui/use-data.ts';

export type Customer = Data<'getCustomer'>;

const labelOf = ({ name, email }: Customer) => (email === null ? name : `${name} · ${email}`);

/** Chooses one customer; the API searches during typing. */
export function CustomerPicker(props: {
  label: string;
  description?: string;
  placeholder?: string;
  value: string | null;
  onChange: (customer: Customer | null) => void;
  /** The id of a customer that cannot be chosen. */
  except?: string;
  type?: Customer['type'];
  error?: React.ReactNode;
  required?: boolean;
  /** Inside of a popover, a click on a list elsewhere in the page would close it. */
  isInPopover?: boolean;
  /** The form path at which errors appear. */
  path?: string;
}) {
  const [text, setText] = useState('');
  const chosen = useData(
    'getCustomer',
    { path: { id: props.value ?? '' } },
    { enabled: props.value !== null },
  );
  const label = chosen.data === undefined ? '' : labelOf(chosen.data);
  // The label of the chosen customer is not a search text.
  const [q] = useDebouncedValue(text === label ? '' : text.trim(), 200);
  const found = useList('listCustomers', { query: { q: q || undefined, type: props.type, limit: 20 } });
  // Options of another search are none: a quick Enter would choose somebody else.
  const isCurrent = !found.isPlaceholderData && (text === label || text.trim() === q);
  const others = (isCurrent ? found.rows : []).filter(
    ({ id }) => id !== props.except && id !== chosen.data?.id,
  );
  const customers = chosen.data === undefined || props.value === null ? others : [chosen.data, ...others];
  /** Enter takes the first that was found, and never submits a form whose customer is another than the one that is typed. */
  const takeFirst = (event: KeyboardEvent) => {
    const isChoosing = document.querySelector('[role=option][data-combobox-selected]') !== null;
    if (event.key !== 'Enter' || text === label || isChoosing) return;
    event.preventDefault();
    const [first] = others;
    if (first === undefined || text.trim() === '') return;
    props.onChange(first);
    setText(labelOf(first));
  };
  return (
    <Select
      onKeyDown={takeFirst}
      label={props.label}
      description={props.description}
      placeholder={props.placeholder ?? 'Name, e-mail or phone'}
      required={props.required}
      error={props.error}
      data-path={props.path}
      comboboxProps={{ withinPortal: !props.isInPopover }}
      searchable
      clearable={!props.required}
      data={customers.map((customer) => ({ value: customer.id, label: labelOf(customer) }))}
      // The API has filtered already, by more fields than the label shows.
      filter={({ options }) => options}
      nothingFoundMessage={found.isFetching || !isCurrent ? 'Searching …' : 'Nobody by that name'}
      searchValue={text}
      onSearchChange={setText}
      value={props.value}
      onChange={(id) => props.onChange(customers.find((customer) => customer.id === id) ?? null)}
    />
  );
}

import { Select, type SelectProps } from '@mantine/core';
import { useList } from '../../ui/use-data.ts';

export const useProperties = () => useList('listProperties', { query: { limit: 100 } }).rows;

/** Chooses a property; hidden if the tenant has only one. */
export function PropertySelect(props: {
  label?: string;
  'aria-label'?: string;
  placeholder: string;
  value?: string | null;
  onChange: (id: string | null) => void;
  w?: SelectProps['w'];
  readOnly?: boolean;
}) {
  const properties = useProperties();
  if (properties.length < 2) return null;
  return (
    <Select
      {...props}
      clearable
      searchable
      value={props.value ?? null}
      data={properties.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}

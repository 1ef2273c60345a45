import { MultiSelect } from '@mantine/core';
import { useTypes } from './use-types.ts';

/** The types that a reference may lead to. */
export function TypesInput(props: {
  value: string[];
  onChange: (types: string[]) => void;
  error?: React.ReactNode;
  readOnly: boolean;
  'data-path': string;
}) {
  const { types } = useTypes();
  return (
    <MultiSelect
      {...props}
      label="Leads to"
      description="None chosen: to entries of any type"
      data={types.map(({ name, title }) => ({ value: name, label: title }))}
    />
  );
}

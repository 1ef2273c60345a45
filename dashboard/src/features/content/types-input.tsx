import { MultiSelect } from '@mantine/core';
import { useTypes } from './use-types.ts';

/** Chooses the types that a reference may point to. */
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
      label="May refer to"
      description="None chosen: entries of any type"
      data={types.map(({ name, title }) => ({ value: name, label: title }))}
    />
  );
}

/** Chooses the kinds of block that a field takes. */
export function BlocksSelect(props: Parameters<typeof TypesInput>[0]) {
  const { blocks } = useTypes();
  return (
    <MultiSelect
      {...props}
      label="Kinds of block"
      description={blocks.length === 0 ? 'There are none yet: make a type that is a block' : undefined}
      data={blocks.map(({ name, title }) => ({ value: name, label: title }))}
    />
  );
}

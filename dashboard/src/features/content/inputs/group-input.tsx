import { Fieldset, Stack, Text } from '@mantine/core';
import { labelOf, type Values } from '../fields.ts';
import { type InputProps, useCommon } from './editing.ts';
import { FieldInput } from './field-input.tsx';

export function GroupInput(props: InputProps<Values>) {
  const { item, path, value = {}, onChange } = props;
  const { error } = useCommon(props);
  return (
    <Fieldset legend={props.label}>
      <Stack>
        {item.help && (
          <Text size="sm" c="dimmed">
            {item.help}
          </Text>
        )}
        {item.fields?.map((field) => (
          <FieldInput
            key={field.name}
            item={field}
            label={labelOf(field)}
            path={`${path}.${field.name}`}
            value={value[field.name]}
            onChange={(inside) => onChange({ ...value, [field.name]: inside })}
          />
        ))}
        {error && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {error}
          </Text>
        )}
      </Stack>
    </Fieldset>
  );
}

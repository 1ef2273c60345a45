import { Fieldset, Stack, Text } from '@mantine/core';
import type { Values } from '../fields.ts';
import { type InputProps, useCommon } from './editing.ts';
import { MemberInput } from './member-input.tsx';

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
          <MemberInput
            key={field.name}
            field={field}
            path={path}
            holder={value}
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

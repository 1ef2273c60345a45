import { Stack, Text } from '@mantine/core';
import { useId } from 'react';
import classes from './list.module.css';

/** Plain checkboxes: the filters of a list are part of its first load. */
export function CheckList(props: {
  label: string;
  of: [value: string, words: string][];
  value: string[];
  onChange: (value: string[]) => void;
}) {
  const id = useId();
  const toggle = (value: string) =>
    props.onChange(
      props.value.includes(value) ? props.value.filter((one) => one !== value) : [...props.value, value],
    );
  return (
    <Stack gap="xs" role="group" aria-labelledby={id}>
      <Text size="sm" fw={500} id={id}>
        {props.label}
      </Text>
      {props.of.map(([value, words]) => (
        <label key={value} className={classes.choice}>
          <input
            type="checkbox"
            className={classes.box}
            checked={props.value.includes(value)}
            onChange={() => toggle(value)}
          />
          {words}
        </label>
      ))}
    </Stack>
  );
}

import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import type { CustomerValues } from './customer-values.ts';

/** Several short texts in one input, separated by commas. */
export function ListInput(props: {
  form: UseFormReturnType<CustomerValues>;
  name: 'emails' | 'phones' | 'tags';
  label: string;
  description: string;
  placeholder?: string;
}) {
  const { form, name } = props;
  const values = form.values[name];
  const [text, setText] = useState(() => values.join(', '));
  // The form may get new values from outside, after another save.
  const isOurs = partsOf(text).join() === values.join();
  const error = Object.entries(form.errors).find(([path]) => path.split('.')[0] === name)?.[1];
  return (
    <TextInput
      label={props.label}
      description={props.description}
      placeholder={props.placeholder}
      data-path={name}
      maxLength={5000}
      error={error}
      value={isOurs ? text : values.join(', ')}
      onChange={(event) => {
        setText(event.currentTarget.value);
        form.setFieldValue(name, partsOf(event.currentTarget.value));
      }}
    />
  );
}

const partsOf = (text: string): string[] =>
  text
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter(Boolean);

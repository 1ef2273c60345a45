import { TagsInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import type { CustomerValues } from './customer-values.ts';

/** Several short texts, each a piece that can be removed. A comma or Enter ends a piece; the last one counts without. */
export function ListInput(props: {
  form: UseFormReturnType<CustomerValues>;
  name: 'emails' | 'phones' | 'tags';
  label: string;
  description: string;
  placeholder?: string;
}) {
  const { form, name } = props;
  const values = form.values[name];
  const [typed, setTyped] = useState('');
  const pieces = values.slice(0, values.length - partsOf(typed).length);
  const error = Object.entries(form.errors).find(([path]) => path.split('.')[0] === name)?.[1];
  const type = (text: string) => {
    form.setFieldValue(name, [...pieces, ...partsOf(text)]);
    const parts = text.split(/[,;]/);
    setTyped(parts.at(-1)!.trimStart());
  };
  return (
    <TagsInput
      label={props.label}
      description={props.description}
      placeholder={values.length === 0 ? props.placeholder : undefined}
      data-path={name}
      aria-invalid={error !== undefined || undefined}
      maxLength={5000}
      error={error}
      value={pieces}
      onChange={(next) => {
        setTyped('');
        form.setFieldValue(name, next.flatMap(partsOf));
      }}
      searchValue={typed}
      onSearchChange={type}
      splitChars={[',', ';', '\n']}
      clearable={false}
      // A piece that appears when the input is left would move the button that is being clicked.
      acceptValueOnBlur={false}
    />
  );
}

const partsOf = (text: string): string[] =>
  text
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter(Boolean);

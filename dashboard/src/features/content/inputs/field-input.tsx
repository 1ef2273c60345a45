import {
  ColorSwatch,
  JsonInput as JsonArea,
  MultiSelect,
  NumberInput,
  Select,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core';
import { type ComponentType, useState } from 'react';
import type { Kind } from '../fields.ts';
import { isSame } from '../values.ts';
import { BlocksInput } from './blocks-input.tsx';
import { type InputProps, useCommon, useTextDirection } from './editing.ts';
import { GroupInput } from './group-input.tsx';
import { ListInput } from './list-input.tsx';
import { MediaInput } from './media-input.tsx';
import { ReferenceInput } from './reference-input.tsx';
import { RichTextInput } from './rich-text-input.tsx';
import { TimeInput } from './time-input.tsx';

/** Edits a value with the input of its kind. */
export function FieldInput(props: InputProps<unknown>) {
  const Input = INPUTS[props.item.kind];
  return <Input {...props} />;
}

const orNothing = (text: string) => (text === '' ? undefined : text);

function TextField(props: InputProps<string>) {
  const { maxLength = 10_000 } = props.item;
  return (
    <Textarea
      {...useCommon(props)}
      attributes={useTextDirection().attributes}
      autosize
      minRows={1}
      maxRows={12}
      maxLength={maxLength}
      value={props.value ?? ''}
      onChange={(event) => props.onChange(orNothing(event.currentTarget.value))}
    />
  );
}

function MarkdownField(props: InputProps<string>) {
  return (
    <Textarea
      {...useCommon(props)}
      attributes={useTextDirection().attributes}
      autosize
      minRows={6}
      maxRows={30}
      maxLength={props.item.maxLength ?? 200_000}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
      value={props.value ?? ''}
      onChange={(event) => props.onChange(orNothing(event.currentTarget.value))}
    />
  );
}

function SlugField(props: InputProps<string>) {
  const { description, ...common } = useCommon(props);
  const made = props.item.from && 'Made from the title when it is left empty.';
  return (
    <TextInput
      {...common}
      description={[description, made].filter(Boolean).join(' ') || undefined}
      maxLength={200}
      value={props.value ?? ''}
      onChange={(event) => props.onChange(orNothing(event.currentTarget.value))}
    />
  );
}

/** The browser's own input of a format. */
const lineOf = (
  type: 'date' | 'email' | 'url' | 'text',
  more: { placeholder?: string; maxLength?: number },
) =>
  function Line(props: InputProps<string>) {
    const swatch = props.item.kind === 'colour' && props.value && (
      <ColorSwatch size={16} color={props.value} aria-hidden />
    );
    return (
      <TextInput
        {...useCommon(props)}
        {...more}
        type={type}
        leftSection={swatch || undefined}
        value={props.value ?? ''}
        onChange={(event) => props.onChange(orNothing(event.currentTarget.value))}
      />
    );
  };

function NumberField(props: InputProps<number>) {
  return (
    <NumberInput
      {...useCommon(props)}
      // The server reports a number out of bounds, beside the field; correcting it silently would surprise the editor.
      clampBehavior="none"
      allowDecimal={!props.item.integer}
      value={props.value ?? ''}
      onChange={(value) => props.onChange(typeof value === 'number' ? value : undefined)}
    />
  );
}

function BooleanField(props: InputProps<boolean>) {
  const { readOnly, ...common } = useCommon(props);
  return (
    <Switch
      {...common}
      disabled={readOnly}
      checked={props.value === true}
      onChange={(event) => props.onChange(event.currentTarget.checked)}
    />
  );
}

function SelectField(props: InputProps<string | string[]>) {
  const common = { ...useCommon(props), data: props.item.options ?? [], clearable: true };
  if (props.item.multiple) {
    return <MultiSelect {...common} value={[props.value ?? []].flat()} onChange={props.onChange} />;
  }
  return (
    <Select
      {...common}
      value={(props.value as string | undefined) ?? null}
      onChange={(value) => props.onChange(value ?? undefined)}
    />
  );
}

const shown = (value: unknown) => (value === undefined ? '' : JSON.stringify(value, null, 2));

function JsonField(props: InputProps<unknown>) {
  const [text, setText] = useState(shown(props.value));
  const parsed = parse(text);
  // Typed text stays until the form gets another value from outside.
  const isOurs = parsed === null || isSame(parsed.value, props.value);
  return (
    <JsonArea
      {...useCommon(props)}
      autosize
      minRows={3}
      maxRows={20}
      validationError="This is not valid JSON yet, so it is not saved."
      value={isOurs ? text : shown(props.value)}
      onChange={(next) => {
        setText(next);
        const now = parse(next);
        if (now !== null) props.onChange(now.value);
      }}
    />
  );
}

function parse(text: string): { value: unknown } | null {
  if (text.trim() === '') return { value: undefined };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

const INPUTS = {
  text: TextField,
  markdown: MarkdownField,
  richtext: (props: InputProps<Record<string, unknown>>) => (
    <RichTextInput {...props} fallback={<JsonField {...(props as InputProps<unknown>)} />} />
  ),
  number: NumberField,
  boolean: BooleanField,
  datetime: TimeInput,
  date: lineOf('date', {}),
  email: lineOf('email', { maxLength: 254 }),
  // A path of the site is no URL to the browser.
  url: lineOf('text', { placeholder: 'https://', maxLength: 2000 }),
  colour: lineOf('text', { placeholder: '#0f766e', maxLength: 9 }),
  select: SelectField,
  slug: SlugField,
  media: MediaInput,
  reference: ReferenceInput,
  list: ListInput,
  group: GroupInput,
  blocks: BlocksInput,
  json: JsonField,
} as Record<Kind, ComponentType<InputProps<unknown>>>;

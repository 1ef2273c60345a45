import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';

/** A search input that reports its text after a short pause in typing. */
export function SearchInput(props: {
  label: string;
  placeholder: string;
  value: string | undefined;
  onChange: (text: string | undefined) => void;
}) {
  const { value = '', onChange } = props;
  const [text, setText] = useState(value);
  const tell = useDebouncedCallback((next: string) => onChange(next.trim() || undefined), 250);
  // "Back" and saved views change the value from outside; during typing, the typed text stays.
  useEffect(() => setText((typed) => (typed.trim() === value ? typed : value)), [value]);
  const change = (next: string) => {
    setText(next);
    tell(next);
  };
  return (
    <TextInput
      aria-label={props.label}
      data-search
      placeholder={props.placeholder}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={text !== '' && <CloseButton size="sm" aria-label="Clear" onClick={() => change('')} />}
      maxLength={200}
      flex={1}
      miw={200}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}

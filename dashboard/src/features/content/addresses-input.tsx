import { Stack, TextInput } from '@mantine/core';
import type { FormErrors } from '@mantine/form';
import { useData } from '../../ui/use-data.ts';
import { localeName } from './fields.ts';

type Addresses = Record<string, string>;

const OTHERS = '*';

/** A pattern for each language, and one for all others where there are several. */
export function AddressesInput(props: {
  value: Addresses;
  onChange: (value: Addresses) => void;
  errors: FormErrors;
  readOnly: boolean;
}) {
  const { value, onChange, errors, readOnly } = props;
  const codes = useData('getContentLocales').data?.locales.map(({ code }) => code) ?? [];
  // A language that was removed keeps its pattern until someone clears it.
  const shown = new Set([...codes, ...(codes.length > 1 ? [OTHERS] : []), ...Object.keys(value)]);
  const set = (code: string, pattern: string) => {
    const { [code]: _, ...rest } = value;
    onChange(pattern === '' ? rest : { ...rest, [code]: pattern });
  };
  return (
    <Stack>
      {[...shown].map((code) => (
        <TextInput
          key={code}
          label={code === OTHERS ? 'All other languages' : localeName(code)}
          placeholder={code === OTHERS ? '/{locale}/articles/{slug}' : (value[OTHERS] ?? '/articles/{slug}')}
          dir="ltr"
          maxLength={200}
          readOnly={readOnly}
          data-path={`addresses.${code}`}
          error={errors[`addresses.${code}`]}
          value={value[code] ?? ''}
          onChange={(event) => set(code, event.currentTarget.value)}
        />
      ))}
    </Stack>
  );
}

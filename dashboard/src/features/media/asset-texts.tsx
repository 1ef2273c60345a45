import { Select, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { useSession } from '../../session/use-session.ts';
import { directionOf } from '../../ui/direction.ts';
import { localeLabel } from '../../ui/format-select.tsx';
import { useData } from '../../ui/use-data.ts';
import type { Asset } from './asset-image.tsx';

export type Texts = Pick<Asset, 'alt' | 'caption' | 'credit' | 'translations'>;
type Name = 'alt' | 'caption' | 'credit';

const EVERY = '';

/** Alternative text, caption and credit: for every language, or for one. */
export function AssetTexts<Values extends Texts>(props: {
  form: UseFormReturnType<Values>;
  readOnly: boolean;
}) {
  const form = props.form as unknown as UseFormReturnType<Texts>;
  const [language, setLanguage] = useState(EVERY);
  const languages = useLanguages(form.values);
  const textOf = (name: Name) => {
    const path = language === EVERY ? name : `translations.${language}.${name}`;
    const { values } = form;
    return {
      readOnly: props.readOnly,
      'data-path': path,
      error: form.errors[path],
      dir: language === EVERY ? 'auto' : directionOf(language),
      value: language === EVERY ? values[name] : (values.translations[language]?.[name] ?? ''),
      // Shown in this language, too, as long as it has no text of its own.
      placeholder: language === EVERY ? undefined : values[name],
      onChange: ({ currentTarget }: { currentTarget: { value: string } }) => {
        form.clearFieldError(path);
        if (language === EVERY) form.setFieldValue(name, currentTarget.value);
        else
          form.setFieldValue(
            'translations',
            translated(values.translations, language, name, currentTarget.value),
          );
      },
    };
  };
  return (
    <>
      {languages.length > 0 && (
        <Select
          label="Language of the texts"
          description="A language without a text shows the one for every language"
          searchable={languages.length > 6}
          allowDeselect={false}
          data={[
            { value: EVERY, label: 'Every language' },
            ...languages.map((tag) => ({ value: tag, label: localeLabel(tag) })),
          ]}
          value={language}
          onChange={(tag) => setLanguage(tag ?? EVERY)}
        />
      )}
      <Textarea
        label="Alternative text"
        description="What it shows, for those who do not see it"
        autosize
        maxLength={1000}
        {...textOf('alt')}
      />
      <Textarea label="Caption" autosize maxLength={2000} {...textOf('caption')} />
      <TextInput label="Credit" description="Whose work it is" maxLength={300} {...textOf('credit')} />
    </>
  );
}

/** The languages of content, if there are several, and those that the asset has texts in. */
function useLanguages({ translations }: Texts): string[] {
  const hasContent = useSession().tenant.modules.includes('content');
  const { data } = useData('getContentLocales', undefined, { enabled: hasContent });
  const codes = (data?.locales ?? []).map(({ code }) => code);
  return [...new Set([...(codes.length > 1 ? codes : []), ...Object.keys(translations)])];
}

/** Empty texts are left out, and so are languages without texts. */
function translated(
  translations: Asset['translations'],
  language: string,
  name: Name,
  text: string,
): Asset['translations'] {
  const { [name]: _former, ...others } = translations[language] ?? {};
  const texts = text === '' ? others : { ...others, [name]: text };
  const { [language]: _all, ...rest } = translations;
  return Object.keys(texts).length === 0 ? rest : { ...rest, [language]: texts };
}

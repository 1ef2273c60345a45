import { Select, type SelectProps } from '@mantine/core';
import { decimalsOf } from './currency.ts';

const TAGS =
  `en-US en-GB en-AU en-CA en-IE en-IN en-NZ en-ZA de-DE de-AT de-CH fr-FR fr-BE fr-CA fr-CH es-ES es-AR es-CL es-CO es-MX
  it-IT it-CH pt-BR pt-PT nl-NL nl-BE sv-SE nb-NO da-DK fi-FI is-IS et-EE lv-LV lt-LT pl-PL cs-CZ sk-SK hu-HU ro-RO bg-BG hr-HR sl-SI
  sr-RS el-GR tr-TR uk-UA ru-RU he-IL ar ar-EG ar-SA ar-AE ar-KW ar-MA fa-IR ur-PK hi-IN bn-BD ta-IN th-TH vi-VN id-ID ms-MY fil-PH ja-JP
  ko-KR zh-CN zh-HK zh-TW sw-KE af-ZA`.split(/\s+/);

const names = new Intl.DisplayNames('en', { type: 'language' });
export const localeLabel = (tag: string): string => names.of(tag) ?? tag;

/** Chooses a language of formats; the labels stay English, as the dashboard is. */
export function FormatSelect(props: Omit<SelectProps, 'data'> & { none: string; 'data-path'?: string }) {
  const { none, value, onChange, ...rest } = props;
  const tags = value && !TAGS.includes(value) ? [value, ...TAGS] : TAGS;
  const data = [{ value: '', label: none }, ...tags.map((tag) => ({ value: tag, label: localeLabel(tag) }))];
  return (
    <Select
      {...rest}
      searchable
      allowDeselect={false}
      nothingFoundMessage="No language has this name"
      data={data}
      value={value ?? ''}
      onChange={(tag, option) => onChange?.(tag || null, option)}
    />
  );
}

/** Shows a choice before it is saved. */
export function FormatSample(props: { locale: string | null; timeZone: string; currency: string }) {
  const { timeZone, currency } = props;
  const locale = props.locale ?? undefined;
  const decimals = decimalsOf(currency);
  const money = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone });
  return (
    <>
      Now: <bdi>{time.format(new Date())}</bdi>. An amount: <bdi>{money.format(12345.5)}</bdi>.
    </>
  );
}

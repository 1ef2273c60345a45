import '@mantine/dates/styles.layer.css';
import { DateTimePicker } from '@mantine/dates';
import { localTime, timeOf } from '#shared/time-zone.ts';
import { firstDayOfWeek, formatMoment, timeZone } from '../../../ui/formats.ts';
import { type InputProps, useCommon } from './editing.ts';

const CALENDAR = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous decade',
  nextDecade: 'Next decade',
};

/** The kit's local times are "2030-01-31 12:00:00"; the API's are ISO 8601 with a time zone. */
const toLocal = (at: string | null | undefined): string | null =>
  at ? localTime(timeZone(), Date.parse(at)).replace('T', ' ') : null;

const toMoment = (local: string | null): string | null =>
  local === null || local === '' ? null : new Date(timeOf(timeZone(), local.replace(' ', 'T'))).toISOString();

/** A date and time, chosen in the time zone of the tenant. */
export function MomentInput(props: {
  label: string;
  description?: string;
  error?: React.ReactNode;
  readOnly?: boolean;
  value?: string | null;
  onChange: (at: string | null) => void;
  presets?: { label: string; at: Date }[];
  'data-path'?: string;
}) {
  const { value, onChange, presets, ...rest } = props;
  return (
    <DateTimePicker
      {...rest}
      clearable={!rest.readOnly}
      valueFormat={(local) => formatMoment(new Date(toMoment(local)!))}
      firstDayOfWeek={firstDayOfWeek()}
      placeholder="No time"
      // The kit's aria-labelledby points to an element that does not exist.
      popoverProps={{ withinPortal: true, withRoles: false }}
      ariaLabels={CALENDAR}
      // Both are too faint to read.
      hideOutsideDates
      weekendDays={[]}
      presets={presets?.map(({ label, at }) => ({ label, value: toLocal(at.toISOString())! }))}
      submitButtonProps={{ 'aria-label': 'Set this time' }}
      clearButtonProps={{ 'aria-label': `Clear ${props.label}` }}
      timePickerProps={{ hoursInputLabel: 'Hours', minutesInputLabel: 'Minutes' }}
      value={toLocal(value)}
      onChange={(local) => onChange(toMoment(local))}
    />
  );
}

export function TimeInput(props: InputProps<string>) {
  return (
    <MomentInput
      {...useCommon(props)}
      value={props.value ?? null}
      onChange={(at) => props.onChange(at ?? undefined)}
    />
  );
}

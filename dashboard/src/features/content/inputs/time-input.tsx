import '@mantine/dates/styles.layer.css';
import { DateTimePicker } from '@mantine/dates';
import { type InputProps, useCommon } from './editing.ts';

const CALENDAR = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous decade',
  nextDecade: 'Next decade',
};

const two = (number: number) => String(number).padStart(2, '0');

/** The kit speaks of local times as "2030-01-31 12:00:00"; the API of moments, as ISO 8601 has them. */
function toLocal(at: string | null | undefined): string | null {
  if (!at) return null;
  const date = new Date(at);
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

const toMoment = (local: string | null) =>
  local === null || local === '' ? null : new Date(local.replace(' ', 'T')).toISOString();

/** A moment, chosen in the time zone of whoever sits here. */
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
      valueFormat="D MMM YYYY, HH:mm"
      placeholder="No time"
      // Its own name for itself is one that does not exist.
      popoverProps={{ withinPortal: true, withRoles: false }}
      ariaLabels={CALENDAR}
      // Both are too faint to be read.
      hideOutsideDates
      weekendDays={[]}
      presets={presets?.map(({ label, at }) => ({ label, value: toLocal(at.toISOString())! }))}
      submitButtonProps={{ 'aria-label': 'Take this time' }}
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

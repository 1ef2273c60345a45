import { TextInput } from '@mantine/core';
import { localTime, timeOf } from '#shared/time-zone.ts';
import { timeZone } from './formats.ts';

type Period = { since?: string; until?: string };

/** From and until, to the minute, in the time zone of the tenant. The address has the moment, so it means the same everywhere. */
export function TimeFilter({ filters, filter }: { filters: Period; filter: (change: Period) => void }) {
  return (['since', 'until'] as const).map((name) => (
    <TextInput
      key={name}
      label={name === 'since' ? 'From' : 'Until'}
      type="datetime-local"
      value={localOf(filters[name])}
      onChange={(event) => filter({ [name]: momentOf(event.currentTarget.value) })}
    />
  ));
}

/** Undefined for a text that is none. */
export function momentOf(local: string): string | undefined {
  const time = local === '' ? Number.NaN : timeOf(timeZone(), `${local}:00`.slice(0, 19));
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

/** The value of an input of type datetime-local; empty without a time. */
export function localOf(moment: string | undefined): string {
  const time = moment === undefined ? Number.NaN : Date.parse(moment);
  return Number.isNaN(time) ? '' : localTime(timeZone(), time).slice(0, 16);
}

/** Leaves out a text in the address that is no moment, which the API would refuse. */
export const validPeriod = ({ since, until }: Period): Period => ({
  ...(!Number.isNaN(Date.parse(since ?? '')) && { since }),
  ...(!Number.isNaN(Date.parse(until ?? '')) && { until }),
});

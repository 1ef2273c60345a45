import { TextInput } from '@mantine/core';

type Period = { since?: string; until?: string };

/** From and until, to the minute, in the reader's time zone. The address has the moment, so it means the same everywhere. */
export function TimeFilter({ filters, filter }: { filters: Period; filter: (change: Period) => void }) {
  return (['since', 'until'] as const).map((name) => (
    <TextInput
      key={name}
      label={name === 'since' ? 'From' : 'Until'}
      type="datetime-local"
      w={210}
      value={localOf(filters[name])}
      onChange={(event) => filter({ [name]: momentOf(event.currentTarget.value) })}
    />
  ));
}

const momentOf = (local: string): string | undefined =>
  local === '' ? undefined : new Date(local).toISOString();

function localOf(moment: string | undefined): string {
  const time = moment === undefined ? Number.NaN : Date.parse(moment);
  if (Number.isNaN(time)) return '';
  const offset = new Date(time).getTimezoneOffset() * 60_000;
  return new Date(time - offset).toISOString().slice(0, 16);
}

/** Leaves out a text in the address that is no moment, which the API would refuse. */
export const validPeriod = ({ since, until }: Period): Period => ({
  ...(!Number.isNaN(Date.parse(since ?? '')) && { since }),
  ...(!Number.isNaN(Date.parse(until ?? '')) && { until }),
});

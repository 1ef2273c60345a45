import { Anchor, Select, type SelectProps } from '@mantine/core';
import { useMemo } from 'react';

const own = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** "GMT+5:45": the offset that applies today. */
function offsetOf(zone: string): string {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    timeZoneName: 'shortOffset',
  }).formatToParts();
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** Every time zone that the browser knows, with its offset; one click chooses that of the browser. */
export function TimeZoneSelect(props: SelectProps & { 'data-path'?: string }) {
  const { value, onChange } = props;
  const data = useMemo(() => {
    const known = new Set(['UTC', ...Intl.supportedValuesOf('timeZone')]);
    const zones = value && !known.has(value) ? [value, ...known] : [...known];
    return zones.map((zone) => ({ value: zone, label: `${zone.replaceAll('_', ' ')} (${offsetOf(zone)})` }));
  }, [value]);
  return (
    <Select
      {...props}
      label="Time zone"
      description={
        value === own() ? (
          'The same as that of this browser.'
        ) : (
          <>
            This browser is in {own()}.{' '}
            <Anchor
              component="button"
              type="button"
              size="xs"
              underline="always"
              onClick={() => onChange?.(own(), { value: own(), label: own() })}
            >
              Use it
            </Anchor>
          </>
        )
      }
      searchable
      allowDeselect={false}
      limit={100}
      nothingFoundMessage="No time zone has this name"
      data={data}
    />
  );
}

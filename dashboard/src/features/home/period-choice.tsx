import { Group, SegmentedControl, TextInput } from '@mantine/core';
import { addDays, daysBetween, isDay } from '#shared/time-zone.ts';

/** The last so many days, or the days between two. */
export type Range = { kind: '7' | '30' | '90' } | { kind: 'custom'; from: string; to: string };

/** The days that come with home. */
export const RECENT: Range = { kind: '30' };
/** The most days that the API sums up. */
const MOST_DAYS = 1_100;

const KINDS = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: 'custom', label: 'Other' },
];

export const periodOf = (range: Range, today: string): { from: string; to: string } =>
  range.kind === 'custom'
    ? { from: range.from, to: range.to }
    : { from: addDays(today, 1 - Number(range.kind)), to: today };

export function PeriodChoice(props: { range: Range; setRange: (range: Range) => void; today: string }) {
  const { range, setRange, today } = props;
  const choose = (kind: string) =>
    setRange(
      kind === 'custom'
        ? { kind, ...periodOf(range, today) }
        : { kind: kind as Exclude<Range['kind'], 'custom'> },
    );
  return (
    <Group gap="sm">
      <SegmentedControl size="xs" aria-label="Period" data={KINDS} value={range.kind} onChange={choose} />
      {range.kind === 'custom' && (
        <Group gap="xs">
          {(['from', 'to'] as const).map((end) => (
            <TextInput
              key={end}
              size="xs"
              type="date"
              aria-label={end === 'from' ? 'First day' : 'Last day'}
              max={end === 'from' ? range.to : today}
              value={range[end]}
              onChange={(event) => {
                const day = event.currentTarget.value;
                if (isDay(day)) setRange(fitting({ ...range, [end]: day }, end));
              }}
            />
          ))}
        </Group>
      )}
    </Group>
  );
}

/** Moves the other end if the days would be in the wrong order, or too many. */
function fitting(range: Extract<Range, { kind: 'custom' }>, changed: 'from' | 'to'): Range {
  const days = daysBetween(range.from, range.to);
  if (days >= 1 && days <= MOST_DAYS) return range;
  const reach = days < 1 ? 0 : MOST_DAYS - 1;
  return changed === 'from'
    ? { ...range, to: addDays(range.from, reach) }
    : { ...range, from: addDays(range.to, -reach) };
}

import { SegmentedControl, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Bar, BarChart, byDay } from './bar-chart.tsx';
import { ErrorNotice } from './error-notice.tsx';
import { Panel } from './panel.tsx';

const DAILY = 720;
const PERIODS = [
  { value: '24', label: '24 hours' },
  { value: '168', label: '7 days' },
  { value: `${DAILY}`, label: '30 days' },
];

/** A chart of counts by hour, and by day for a month, with a choice of the period. */
export function PeriodChart(props: {
  title: string;
  description?: ReactNode;
  names: { good: string; failed: string };
  hours: number;
  onChange: (hours: number) => void;
  bars: Bar[] | undefined;
  /** The bars are days already, each with its day as `at`. */
  isByDay?: boolean;
  error: unknown;
}) {
  const { title, description, names, hours, bars, isByDay = false, error } = props;
  const isHourly = hours < DAILY;
  return (
    <Panel
      title={title}
      description={description}
      actions={
        <SegmentedControl
          size="xs"
          aria-label={`Period of ${title.toLowerCase()}`}
          data={PERIODS}
          value={`${hours}`}
          onChange={(value) => props.onChange(Number(value))}
        />
      }
    >
      {bars !== undefined ? (
        <BarChart
          label={title}
          bars={isHourly || isByDay ? bars : byDay(bars)}
          isHourly={isHourly}
          names={names}
        />
      ) : error ? (
        <ErrorNotice error={error} />
      ) : (
        <Skeleton height={168} />
      )}
    </Panel>
  );
}

import { useState } from 'react';
import { PeriodChart } from '../../ui/period-chart.tsx';
import { useData } from '../../ui/use-data.ts';

const LIVE_MS = 5_000;
/** A month of many subscriptions takes long to add up. */
const LIVE_BY_DAY_MS = 60_000;
const HOUR = 3_600_000;
const WEEK_IN_HOURS = 168;

/** The attempts of one subscription, or of all, by hour or by day of the tenant. */
export function Attempts({ subscriptionId }: { subscriptionId?: string }) {
  const [hours, setHours] = useState(24);
  const isByDay = hours > WEEK_IN_HOURS;
  // Rounded to the hour, so that the same period is the same request.
  const since = new Date(Math.floor(Date.now() / HOUR) * HOUR - (hours - 1) * HOUR).toISOString();
  const query = { subscriptionId, ...(isByDay ? { by: 'day' as const } : { since }) };
  const refetchInterval = isByDay ? LIVE_BY_DAY_MS : LIVE_MS;
  const { data, error } = useData('getWebhookAttempts', { query }, { refetchInterval });
  const bars = data?.points.map(({ at, day, succeeded, failed }) => ({
    at: isByDay ? day : at,
    good: succeeded,
    failed,
  }));
  return (
    <PeriodChart
      title="Attempts"
      names={{ good: 'Succeeded', failed: 'Failed' }}
      hours={hours}
      onChange={setHours}
      bars={bars}
      isByDay={isByDay}
      error={error}
    />
  );
}

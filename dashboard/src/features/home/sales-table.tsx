import { VisuallyHidden } from '@mantine/core';
import { formatDay } from '../../ui/formats.ts';
import type { Bar } from './period.ts';

/** The figures of the chart, for those who do not see it. */
export function SalesTable(props: {
  bars: Bar[];
  channels: string[];
  show: (value: number) => string;
  channelName: (channel: string) => string;
}) {
  const { bars, channels, show } = props;
  return (
    <VisuallyHidden component="figcaption">
      <table>
        <caption>Orders and revenue over time</caption>
        <thead>
          <tr>
            <th>From</th>
            <th>To</th>
            <th>Total</th>
            {channels.map((channel) => (
              <th key={channel}>{props.channelName(channel)}</th>
            ))}
            <th>The period before</th>
          </tr>
        </thead>
        <tbody>
          {bars.map((bar) => (
            <tr key={bar.from}>
              <td>{formatDay(bar.from)}</td>
              <td>{formatDay(bar.to)}</td>
              <td>{show(bar.total)}</td>
              {channels.map((channel) => (
                <td key={channel}>{show(bar.values[channel] ?? 0)}</td>
              ))}
              <td>{bar.before ? show(bar.before.total) : '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  );
}

import { formatNumber } from '../../ui/formats.ts';

/** Formats a number of bytes for people. */
export function formatBytes(bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'];
  const step = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const format = {
    style: 'unit',
    unit: units[step],
    // "17 byte" is no English.
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: 1,
  } as const;
  return formatNumber(bytes / 1000 ** step, format);
}

/** How long a key may live, as the forms offer it. */
export const LIFETIMES = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'One year' },
  { value: '', label: 'Never' },
];

const DAY = 86_400_000;

export const inDays = (days: number): string => new Date(Date.now() + days * DAY).toISOString();

export const expiryOf = (days: string): string | null => (days === '' ? null : inDays(Number(days)));

/** The days that a key was made for; at least one. */
export const daysBetween = (from: string, to: string): number =>
  Math.max(1, Math.round((Date.parse(to) - Date.parse(from)) / DAY));

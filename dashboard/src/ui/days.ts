/** The days of filters: they begin and end at midnight in the time zone of the tenant, also when its clocks change. */
import { addDays, dayAt, isDay, startOfDay } from '#shared/time-zone.ts';
import { timeZone } from './formats.ts';

const iso = (time: number) => new Date(time).toISOString();

export const startOf = (day: string | undefined): string | undefined =>
  isDay(day) ? iso(startOfDay(timeZone(), day)) : undefined;

/** The first moment that is no longer in it. */
export const endOf = (day: string | undefined): string | undefined =>
  isDay(day) ? iso(startOfDay(timeZone(), addDays(day, 1))) : undefined;

export const today = (): string => dayAt(timeZone(), Date.now());

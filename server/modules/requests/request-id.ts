/** Ids of logged requests: UUIDs of version 7 that begin with the request's time, by the database's clock. */
import { newId } from '#kernel/id.ts';

const beginningOf = (time: number): string => {
  const hex = Math.max(0, time).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
};

export const idAt = (time: number): string => beginningOf(time) + newId().slice(13);

/** Ids of this time and later ones are not less. */
export const firstIdOf = (time: number): string => `${beginningOf(time)}-0000-0000-000000000000`;

export const timeOf = (id: string): Date => new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));

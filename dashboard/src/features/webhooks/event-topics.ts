/** Event types by topic, and the subscriptions that receive each. */
import type { Item } from '../../api.ts';

export type EventType = Item<'listEventTypes'>;

export const ALL = '*';
export const wildcardOf = (type: string) => `${type.split('.')[0]}.*`;

/** True if one of the types and wildcards of a subscription stands for this type. */
export const receives = (events: string[], type: string): boolean =>
  events.some(
    (event) =>
      event === ALL || event === type || (event.endsWith('.*') && type.startsWith(event.slice(0, -1))),
  );

/** The types with every word in their name or description, by topic; topics with subscribable types come first. */
export function topicsOf(types: EventType[], q: string): [topic: string, types: EventType[]][] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const found = types.filter(({ type, topic, description }) => {
    const text = `${type} ${topic} ${description}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const isOffered = ([, inside]: [string, EventType[]]) => inside.some(({ subscribable }) => subscribable);
  return [...Map.groupBy(found, ({ topic }) => topic)].toSorted(
    (a, b) => Number(isOffered(b)) - Number(isOffered(a)),
  );
}

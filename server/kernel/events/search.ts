/** Tells the bus that something people search for has changed; the index of search is kept by these events. */
import type { NewEvent } from '#kernel/events/publish.ts';

/** What it is found by, and how it is shown among what was found. Nothing personal: events cannot be erased. */
export type SearchText = {
  title: string;
  subtitle: string | null;
  /** Whatever else it is found by. */
  text: string;
};

/** Beyond this, a text is not searched. */
const MAX_TEXT = 20_000;

export const entityChanged = (
  entity: string,
  id: string,
  { title, subtitle, text }: SearchText,
): NewEvent => ({
  type: 'search.entity.changed',
  data: { entity, id, removed: false, title, subtitle, text: text.slice(0, MAX_TEXT) },
});

export const entityRemoved = (entity: string, id: string): NewEvent => ({
  type: 'search.entity.changed',
  data: { entity, id, removed: true },
});

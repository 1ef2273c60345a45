/** Publishes a change of something that people search for; these events keep the search index up to date. */
import type { NewEvent } from '#kernel/events/publish.ts';

/** The words that find a subject, and its title among the results. Nothing personal: events cannot be erased. */
export type SearchText = {
  title: string;
  subtitle: string | null;
  /** All other text that finds it. */
  text: string;
};

/** Text beyond this length is not searched. */
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

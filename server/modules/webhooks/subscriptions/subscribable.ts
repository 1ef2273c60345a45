import type { Problem } from '#kernel/errors.ts';
import type { EventType } from '#kernel/events/catalogue.ts';

/** Null for a subscribable type; otherwise the problem with it. */
export function subscribableProblem(catalogue: EventType[], type: string, path: string): Problem | null {
  const known = catalogue.find((entry) => entry.type === type);
  if (known?.subscribable) return null;
  return known
    ? { path, code: 'not_subscribable', message: `${type} cannot be subscribed to by webhook` }
    : {
        path,
        code: 'unknown_event_type',
        message: `${type} is not an event type; GET /v1/events/types lists them`,
      };
}

export const notSubscribed = (type: string, path: string): Problem => ({
  path,
  code: 'not_subscribed',
  message: `${type} is not among the events of this subscription`,
});

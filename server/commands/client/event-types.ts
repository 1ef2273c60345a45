/** The event types that webhooks carry, for completion: the catalogue itself loads the schemas of all events. */
export const EVENT_TYPES = [
  'content.entry.created',
  'content.entry.deleted',
  'content.entry.published',
  'content.entry.scheduled',
  'content.entry.unpublished',
  'content.entry.updated',
  'content.pages.changed',
  'content.release.published',
  'media.changed',
  'media.processed',
  'media.uploaded',
  'redirect.added',
  'redirect.removed',
  'webhook.subscription.disabled',
  'webhook.subscription.failing',
  'webhook.subscription.recovered',
];

/** Every event type of the platform, by name, with its topic and whether tenants may subscribe to it. */
import { type TSchema, Type } from 'typebox';

export type EventType = {
  type: string;
  /** Groups types for readers; consumers choose by type. */
  topic: string;
  description: string;
  subscribable: boolean;
  /** JSON Schema of `data`. */
  schema: TSchema;
  example: Record<string, unknown>;
};

type Definition = {
  description: string;
  schema: TSchema;
  example: Record<string, unknown>;
  /** Fields of `data` that an erasure removes from stored events; copies outside the database get null instead. */
  erasable?: string[];
};

/** The ten types of the interface document that webhooks may carry. */
export const SUBSCRIBABLE: Record<string, string> = {
  'content.entry.created': 'A content entry is created.',
  'content.entry.updated': "An entry's fields change.",
  'content.entry.published': 'An entry goes live.',
  'content.entry.scheduled': 'An entry is scheduled to publish later.',
  'content.entry.unpublished': 'A live entry is taken down.',
  'content.entry.deleted': 'An entry is deleted.',
  'media.uploaded': 'A media asset is uploaded.',
  'media.processed': 'Derivatives of an asset finish processing.',
  'redirect.added': 'A URL redirect is created.',
  'redirect.removed': 'A URL redirect is removed.',
};

/** The other types of the interface document, by topic: on the internal bus, not yet for webhooks. */
export const INTERNAL: Record<string, string[]> = {
  tenant: ['tenant.created'],
  templates: ['template.install', 'template.installed', 'template.install_failed'],
  content: ['content.revision.created', 'content_type.upserted'],
  media: ['media.deleted'],
  search: ['search.entity.changed'],
  catalog: [
    'product.created',
    'product.updated',
    'product.deleted',
    'variant.created',
    'variant.updated',
    'variant.deleted',
  ],
  inventory: ['inventory.adjusted', 'inventory.low', 'inventory.depleted'],
  cart_and_checkout: [
    'cart.created',
    'cart.updated',
    'cart.abandoned',
    'cart.recovered',
    'checkout.started',
    'checkout.completed',
    'checkout.expired',
  ],
  orders: [
    'order.placed',
    'order.paid',
    'order.fulfilled',
    'order.delivered',
    'order.cancelled',
    'order.refunded',
    'order.payment_failed',
  ],
  subscriptions: [
    'subscription.created',
    'subscription.renewed',
    'subscription.payment_failed',
    'subscription.paused',
    'subscription.resumed',
    'subscription.cancelled',
  ],
  returns: ['return.requested', 'return.approved', 'return.received', 'return.refunded'],
  reviews: ['review.submitted', 'review.published', 'review.flagged'],
  providers: ['provider.installed', 'provider.uninstalled', 'provider.health_changed'],
  gift_cards_and_credit: [
    'giftcard.issued',
    'giftcard.redeemed',
    'accountcredit.granted',
    'accountcredit.spent',
  ],
  configurator: ['configuration.requested', 'configuration.quoted', 'configuration.accepted'],
  email: ['email.send', 'email.domain.verified'],
};

/** Colonnade's own types, by topic: not in the interface document, and like the internal ones not for webhooks. */
export const OURS: Record<string, string[]> = {
  customers: [
    'customer.created',
    'customer.updated',
    'customer.merged',
    'customer.archived',
    'customer.erased',
  ],
  webhooks: ['webhook.batch'],
};

/**
 * Colonnade's own types that webhooks may carry: one subscription tells of the trouble of another, and caches learn what is out of
 * date.
 */
export const OPERATIONAL: Record<string, string> = {
  'content.pages.changed': 'Pages that show content are out of date for another reason than an entry.',
  'content.release.published': 'All entries of a release go live, or are taken down, at one moment.',
  'media.changed': 'The texts, the visibility or another field of an asset changes.',
  'webhook.subscription.failing': 'The attempts of a webhook subscription fail in a row.',
  'webhook.subscription.recovered': 'A failing webhook subscription has a success again.',
  'webhook.subscription.disabled': 'A webhook subscription is paused because it failed for days.',
};

const TOPIC_OF_SUBSCRIBABLE: Record<string, string> = {
  content: 'content',
  media: 'media',
  redirect: 'redirects',
  webhook: 'webhooks',
};

/** Builds the catalogue; modules describe the data of the types they publish. */
export function createCatalogue(described: Record<string, Definition>): EventType[] {
  const describe = (name: string, otherwise = '') => {
    const { description, schema, example } = described[name] ?? {
      description: otherwise,
      schema: Type.Object({}, { additionalProperties: true }),
      example: {},
    };
    return { description, schema, example };
  };
  const catalogue = [
    ...Object.entries({ ...SUBSCRIBABLE, ...OPERATIONAL }).map(([type, description]) => ({
      type,
      topic: TOPIC_OF_SUBSCRIBABLE[type.split('.')[0]!]!,
      subscribable: true,
      ...describe(type, description),
    })),
    ...[...Object.entries(INTERNAL), ...Object.entries(OURS)].flatMap(([topic, types]) =>
      types.map((type) => ({ type, topic, subscribable: false, ...describe(type) })),
    ),
  ];
  const known = new Set(catalogue.map((entry) => entry.type));
  for (const type of Object.keys(described)) {
    if (!known.has(type)) throw new Error(`event type ${type} is described but not in the catalogue`);
  }
  return catalogue;
}

export type EventDefinitions = Record<string, Definition>;

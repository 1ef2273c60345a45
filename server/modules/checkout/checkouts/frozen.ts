import type { Author } from '#kernel/audit.ts';
import type { OrderBody } from '../others.ts';
import type { Shown } from './shown.ts';

export type Contact = { email: string; name: string };

/** Everything that the order of a checkout needs; `shown` alone outlives the completion. */
export type Frozen = {
  body: OrderBody;
  metadata: Record<string, unknown>;
  contact: Contact;
  shown: Shown;
};

/** The author of the order: a member of staff, a key, or a part of the program. */
export type Buyer = Pick<Author, 'type' | 'id' | 'name'>;
export const STOREFRONT: Buyer = { type: 'system', id: null, name: 'storefront' };

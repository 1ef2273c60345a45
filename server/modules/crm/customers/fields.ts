/** The request and response schemas of customers. */

import { type Static, Type } from 'typebox';
import {
  ContactEmail,
  Metadata,
  Note,
  Nullable,
  OneOf,
  Phone,
  Text,
  Time,
  Uuid,
} from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';
import { Address } from '../orders/fields.ts';

export const CUSTOMER_TYPES = ['person', 'company'] as const;

const MAX_CONTACTS = 20;
const MAX_ADDRESSES = 50;
const MAX_TAGS = 50;

const NewAddress = NamedObject('NewCustomerAddress', {
  label: Type.Optional(Nullable(Text(100, 'Home, warehouse, …'))),
  defaultShipping: Type.Boolean({ default: false }),
  defaultBilling: Type.Boolean({ default: false }),
  address: Address,
});

const CustomerAddress = NamedObject('CustomerAddress', {
  label: Nullable(Type.String()),
  defaultShipping: Type.Boolean(),
  defaultBilling: Type.Boolean(),
  address: Address,
});
export type CustomerAddress = Static<typeof CustomerAddress>;

/** Fields that can be set at creation and changed afterwards. */
const lists = {
  emails: Type.Optional(
    Type.Array(ContactEmail(), { maxItems: MAX_CONTACTS, description: 'The first is the primary one.' }),
  ),
  phones: Type.Optional(
    Type.Array(Phone(), { maxItems: MAX_CONTACTS, description: 'The first is the primary one.' }),
  ),
  addresses: Type.Optional(
    Type.Array(NewAddress, { maxItems: MAX_ADDRESSES, description: 'At most one default of each kind.' }),
  ),
  tags: Type.Optional(Type.Array(Text(50), { maxItems: MAX_TAGS, description: 'A set.' })),
};
const singles = {
  email: ContactEmail(),
  phone: Phone(),
  notes: Note(10_000),
  externalId: Text(200, 'The reference of another system; one customer of a tenant has it.'),
  companyId: Uuid('The company a person works for.'),
  metadata: Metadata(),
};

export const NewCustomer = NamedObject('NewCustomer', {
  type: { ...OneOf(CUSTOMER_TYPES), default: 'person', description: 'Fixed at creation.' },
  name: Text(200),
  ...lists,
  email: Type.Optional(singles.email),
  phone: Type.Optional(singles.phone),
  notes: Type.Optional(singles.notes),
  externalId: Type.Optional(singles.externalId),
  companyId: Type.Optional(singles.companyId),
  metadata: Type.Optional(singles.metadata),
});
export type NewCustomer = Static<typeof NewCustomer>;

/** Null removes a single field. A list replaces the previous one. */
export const CustomerChange = NamedObject('CustomerChange', {
  name: Type.Optional(Text(200)),
  ...lists,
  email: Type.Optional({ ...Nullable(singles.email), description: 'Takes the place of the primary one.' }),
  phone: Type.Optional({ ...Nullable(singles.phone), description: 'Takes the place of the primary one.' }),
  notes: Type.Optional(Nullable(singles.notes)),
  externalId: Type.Optional({
    ...Nullable(singles.externalId),
    description:
      'The reference of another system; one customer of a tenant has it. null gives up those of merged customers too.',
  }),
  companyId: Type.Optional(Nullable(singles.companyId)),
  metadata: Type.Optional(Nullable(singles.metadata)),
});
export type CustomerChange = Static<typeof CustomerChange>;

export const Customer = NamedObject('Customer', {
  id: Type.String(),
  type: OneOf(CUSTOMER_TYPES),
  name: Type.String(),
  email: { ...Nullable(Type.String()), description: 'The primary one, lower case.' },
  emails: Type.Array(Type.String()),
  phone: { ...Nullable(Type.String()), description: 'The primary one, as + and digits.' },
  phones: Type.Array(Type.String()),
  addresses: Type.Array(CustomerAddress),
  tags: Type.Array(Type.String()),
  notes: Nullable(Type.String()),
  externalId: Nullable(Type.String()),
  companyId: Nullable(Type.String()),
  metadata: Metadata(),
  archivedAt: Nullable(Time()),
  erasedAt: { ...Nullable(Time()), description: 'When everything personal was taken out of this record.' },
  version: Type.Integer({ description: 'Grows with each change; also the ETag.' }),
  createdAt: Time(),
  updatedAt: Time(),
});
export type Customer = Static<typeof Customer>;

export const WorkLeft = NamedObject('CustomerWork', {
  kind: OneOf(['merge', 'erase'] as const),
  from: { ...Nullable(Type.String()), description: 'The duplicate of a merge.' },
  orders: Type.Object({
    done: Type.Integer(),
    left: Type.Integer({ description: 'Counted to a million.' }),
  }),
  since: Time(),
});
export type WorkLeft = Static<typeof WorkLeft>;

/** A customer, with its unfinished merges and erasure. */
export const CustomerInFull = NamedObject('CustomerInFull', {
  ...Customer.properties,
  inProgress: Type.Optional(
    Type.Array(WorkLeft, {
      description:
        'The progress of a merge or an erasure with many orders, while it lasts. Its orders are shown as they will be; each gets ' +
        'its next version when it is processed.',
    }),
  ),
});
export type CustomerInFull = Static<typeof CustomerInFull>;

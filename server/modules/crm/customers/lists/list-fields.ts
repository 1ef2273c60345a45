import { Type } from 'typebox';
import { PageQuery } from '#kernel/http/envelope.ts';
import { ContactEmail, Decimal, Nullable, OneOf, Text, Time, Uuid } from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';
import { SortedCursor } from '#kernel/http/sorted-cursor.ts';
import { CUSTOMER_TYPES, Customer } from '../fields.ts';

export const MOST_ORDERS = 100;
/** The longest name of a customer. */
const MAX_NAME = 200;

/** A customer of a list, with a summary of their orders if it is asked for. */
export const ListedCustomer = NamedObject('CustomerSummary', {
  ...Customer.properties,
  orders: Type.Optional(
    Type.Object(
      {
        count: Type.Integer({ description: `Counted to ${MOST_ORDERS}.` }),
        isExact: Type.Boolean({ description: 'false: there are more.' }),
        lastOrderAt: Nullable(Time()),
        revenue: {
          ...Nullable(Type.Array(Type.Object({ currency: Type.String(), amount: Decimal() }))),
          description:
            'Per currency, as in the totals of the customer. If the count is not exact: as it was added up last, and null before that.',
        },
      },
      { description: 'Only with expand=orders.' },
    ),
  ),
});

export const CustomerFilters = Type.Object({
  type: Type.Optional(OneOf(CUSTOMER_TYPES)),
  tag: Type.Optional(Text(50)),
  email: Type.Optional(ContactEmail()),
  phone: Type.Optional(Text(60, 'With its country; the + may be left out.')),
  externalId: Type.Optional(Text(200)),
  companyId: Type.Optional(Uuid('The people of this company.')),
  archived: {
    ...OneOf(['false', 'true', 'all'] as const),
    default: 'false',
    description: 'Lists customers who are not archived, those who are, or both.',
  },
  createdFrom: Type.Optional({ ...Time(), description: 'Created at this time or later.' }),
  createdTo: Type.Optional({ ...Time(), description: 'Created before this time.' }),
  q: Type.Optional(
    Text(
      200,
      'Words, or beginnings of words, of name, e-mails, phones and externalId; all of them must be found.',
    ),
  ),
});

export const CUSTOMER_SORTS = ['createdAt', 'name', 'lastOrderAt', 'revenue'] as const;

export const CustomerQuery = Type.Object({
  limit: PageQuery.properties.limit,
  cursor: Type.Optional(
    SortedCursor(MAX_NAME, 'The nextCursor of the page before, with the same sort and order.'),
  ),
  sort: {
    ...OneOf(CUSTOMER_SORTS),
    default: 'createdAt',
    description:
      'lastOrderAt lists those who have ordered, revenue those who have ordered in the currency: what they spent, as it was added up moments ago. Both read some thousand rows for a page at most, which may therefore be short while hasMore is true.',
  },
  currency: Type.Optional({
    ...Type.String({ format: 'currency' }),
    description: 'The currency of sort=revenue; without it that of the tenant.',
  }),
  order: Type.Optional({
    ...OneOf(['asc', 'desc'] as const),
    description: 'If left out: desc, but asc for a name.',
  }),
  ...CustomerFilters.properties,
  expand: Type.Optional({
    ...OneOf(['orders'] as const),
    description: 'orders: adds a summary of the orders of each customer.',
  }),
});

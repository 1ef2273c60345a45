import { Type } from 'typebox';
import { PageQuery } from '#kernel/http/envelope.ts';
import { ContactEmail, Nullable, OneOf, Text, Time, Uuid } from '#kernel/http/fields.ts';
import { CUSTOMER_TYPES, Customer } from './fields.ts';

export const MOST_ORDERS = 100;

/** A customer of a list, with a summary of their orders if it is asked for. */
export const ListedCustomer = Type.Object({
  ...Customer.properties,
  orders: Type.Optional(
    Type.Object(
      {
        count: Type.Integer({ description: `Counted to ${MOST_ORDERS}.` }),
        isExact: Type.Boolean({ description: 'false: there are more.' }),
        lastOrderAt: Nullable(Time()),
        revenue: {
          ...Nullable(Type.Array(Type.Object({ currency: Type.String(), amount: Type.Number() }))),
          description: 'Per currency, as in the totals of the customer; null if the count is not exact.',
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
    description: 'Whether to list those who are not archived, those who are, or both.',
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

export const CustomerQuery = Type.Object({
  ...PageQuery.properties,
  ...CustomerFilters.properties,
  expand: Type.Optional({
    ...OneOf(['orders'] as const),
    description: 'orders: adds a summary of the orders of each customer.',
  }),
});

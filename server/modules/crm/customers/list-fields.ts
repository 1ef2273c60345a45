import { Type } from 'typebox';
import { PageQuery } from '#kernel/http/envelope.ts';
import { ContactEmail, OneOf, Text, Time, Uuid } from '#kernel/http/fields.ts';
import { CUSTOMER_TYPES } from './fields.ts';

export const CustomerQuery = Type.Object({
  ...PageQuery.properties,
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

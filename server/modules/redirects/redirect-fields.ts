/** The fields of a redirect, as they are sent and shown. */

import { type Static, Type } from 'typebox';
import { Note, Nullable, OneOf, Text, Time, Uuid } from '#kernel/http/fields.ts';
import { Documented, NamedObject, named } from '#kernel/http/named.ts';
import { MATCHES, QUERIES, STATUS_CODES, type StatusCode } from './rules.ts';

const StatusCodes = { type: 'integer', enum: [...STATUS_CODES] };

const Matches = {
  ...OneOf(MATCHES),
  description:
    'exact: this path alone. prefix: also every path below it; the rest of the path is appended to `to`.',
};
const Queries = {
  ...OneOf(QUERIES),
  description: "keep: the visitor's query is put behind that of `to`. drop: it is left out.",
};
const FROM =
  'The path that moved, for example /old-page. With a query, only visitors with these very parameters are meant. Where no redirect has the path as a visitor typed it, letter case and a slash at its end make no difference.';
const TO =
  'A path of the same site, or an http(s) address. Empty or absent with 410, which says that the page is gone.';
const Target = () => Documented({ ...Note(2048), description: TO }, { format: 'uri-reference' });
const CHAIN = `The redirects between this one and its final target, as they were when this one was saved. Visitors are sent to the
final target at once. Empty: there are none.`;

const settable = {
  from: Documented(Text(2048, FROM), { pattern: '^/' }),
  to: Target(),
  statusCode: Type.Unsafe<StatusCode>(StatusCodes),
  match: Type.Unsafe<(typeof MATCHES)[number]>(Matches),
  query: Type.Unsafe<(typeof QUERIES)[number]>(Queries),
  activeFrom: Nullable({ ...Time(), description: 'Not served before; null: at once.' }),
  activeUntil: Nullable({ ...Time(), description: 'Not served from then on; null: for ever.' }),
  notes: Nullable(Note(2000)),
};

export const NewRedirect = NamedObject('NewRedirect', {
  propertyId: Type.Optional(Uuid('The site whose path it is; the default one if none is named.')),
  from: settable.from,
  to: Type.Optional(Target()),
  statusCode: Type.Unsafe<StatusCode>({ ...StatusCodes, default: 301 }),
  match: Type.Unsafe<(typeof MATCHES)[number]>({ ...Matches, default: 'exact' }),
  query: Type.Unsafe<(typeof QUERIES)[number]>({ ...Queries, default: 'keep' }),
  activeFrom: Type.Optional(settable.activeFrom),
  activeUntil: Type.Optional(settable.activeUntil),
  notes: Type.Optional(settable.notes),
});
export type NewRedirect = Static<typeof NewRedirect>;

export const RedirectChange = named('RedirectChange', Type.Partial(Type.Object(settable)));
export type RedirectChange = Static<typeof RedirectChange>;

export const Redirect = NamedObject('Redirect', {
  id: Type.String(),
  propertyId: Type.String(),
  from: Type.String(),
  to: Type.String({ description: 'Empty with 410.' }),
  statusCode: settable.statusCode,
  match: settable.match,
  query: settable.query,
  activeFrom: settable.activeFrom,
  activeUntil: settable.activeUntil,
  notes: settable.notes,
  chain: Type.Array(Type.String(), { description: CHAIN }),
  hits: Type.Integer({
    description: 'The number of visitors it was served to; updated about once a second.',
  }),
  lastHitAt: Nullable(Time()),
  version: Type.Integer(),
  createdAt: Time(),
  updatedAt: Time(),
});
export type Redirect = Static<typeof Redirect>;

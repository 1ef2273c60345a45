/** A caller and a tenant as the API shows them, and the settings that an admin may change. */

import { type Static, Type } from 'typebox';
import { MODULES, ROLE_ORDER, SCOPES } from '#kernel/auth/actor.ts';
import { TYPE_RIGHTS } from '#kernel/auth/type-rights.ts';
import { ByName, Nullable, OneOf, Text, Uuid } from '#kernel/http/fields.ts';
import { NamedObject, named } from '#kernel/http/named.ts';

const TIME_ZONE = 'The IANA time zone in which days begin and times are shown, such as Europe/Berlin.';
const CURRENCY = 'The ISO 4217 currency that new orders in the dashboard begin with.';
const LOCALE =
  'The language tag whose formats dates and numbers have, such as de-DE; null: that of each browser.';

export const MAX_LOCALE = 35;

export const RoleName = named('Role', OneOf(ROLE_ORDER));
export const ScopeName = named('Scope', OneOf(SCOPES));
export const ModuleName = named('ModuleName', OneOf(MODULES));

export const RightsByType = named(
  'ContentTypeRights',
  ByName(63, OneOf(TYPE_RIGHTS), {
    maxProperties: 200,
    description:
      'What it may do with the entries of each content type: none, read, write or publish; each includes the one before it. `*` stands for every type that is not named, also for one that is made later; without it, these may not be read.',
  }),
);
export const ContentTypesOf = (whose: string) => ({
  ...Nullable(RightsByType),
  description: `The content types that ${whose} is limited to, with its right on each; null: every type.`,
});

/** The part that every answer about the caller contains, so that a client needs no second request for it. */
export const TenantShape = NamedObject('Tenant', {
  id: Type.String(),
  name: Type.String(),
  slug: Type.String(),
  modules: Type.Array(ModuleName, { description: 'The modules that are active.' }),
  timeZone: Type.String({ description: TIME_ZONE }),
  currency: Type.String({ description: CURRENCY }),
  locale: Nullable(Type.String({ description: LOCALE })),
});

const ActorShape = NamedObject('Actor', {
  type: OneOf(['api_key', 'staff'] as const),
  id: Type.String(),
  name: Type.String(),
  role: RoleName,
  scopes: Type.Union([Type.Array(ScopeName), Type.Null()]),
  contentTypes: ContentTypesOf('the caller'),
  locale: Nullable(
    Type.String({
      description: 'The language tag whose formats a member chose; null: those of the tenant.',
    }),
  ),
});

export const ActorAndTenant = NamedObject('Me', {
  actor: ActorShape,
  tenant: TenantShape,
});

const Part = () => Type.Optional(Nullable(Type.String({ maxLength: 200 })));
const Address = NamedObject(
  'BusinessAddress',
  { line1: Part(), line2: Part(), postalCode: Part(), city: Part(), region: Part(), country: Part() },
  { description: 'The address of the business, as its documents show it.' },
);
export type TenantAddress = Static<typeof Address>;

const AddressOrNull = Nullable(Address);
const LogoId = (schema = Type.String()) =>
  Nullable({
    ...schema,
    description: 'An image of the library, which cannot be deleted while it is the logo.',
  });

/** The whole record. */
export const TenantRecord = NamedObject('TenantSettings', {
  ...TenantShape.properties,
  address: AddressOrNull,
  taxNumber: Nullable(Type.String()),
  logoAssetId: LogoId(),
  version: Type.Integer(),
});

export const TenantChange = NamedObject(
  'TenantChange',
  {
    name: Type.Optional(Text(200)),
    timeZone: Type.Optional(Text(64, TIME_ZONE)),
    currency: Type.Optional(Type.String({ format: 'currency', maxLength: 3, description: CURRENCY })),
    locale: Type.Optional(Nullable(Text(MAX_LOCALE, LOCALE))),
    address: Type.Optional(AddressOrNull),
    taxNumber: Type.Optional(Nullable(Text(50))),
    logoAssetId: Type.Optional(LogoId(Uuid())),
  },
  { minProperties: 1 },
);
export type TenantChange = Static<typeof TenantChange>;

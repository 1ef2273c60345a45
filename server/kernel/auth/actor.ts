/** The caller of a request and its rights: the role order, the scopes and the modules of the interface document. */
import type { TypeRights } from '#kernel/auth/type-rights.ts';

export const ROLE_ORDER = ['viewer', 'editor', 'admin', 'owner'] as const;
export type Role = (typeof ROLE_ORDER)[number];

export const MODULES = ['crm', 'content', 'media', 'redirects', 'catalog', 'inventory', 'checkout'] as const;
export type ModuleName = (typeof MODULES)[number];

export const SCOPES = [
  'read:crm',
  'write:crm',
  'write:crm_bulk',
  'read:content',
  'read:published',
  'write:content',
  'read:media',
  'write:media',
  'read:redirects',
  'write:redirects',
  'read:catalog',
  'write:catalog',
  'read:properties',
  'write:properties',
  'read:webhooks',
  'write:webhooks',
  'read:inventory',
  'write:inventory',
  'read:checkout',
  'write:checkout',
  'write:storefront',
] as const;
export type Scope = (typeof SCOPES)[number];

/** Scopes that include another: a key that reads drafts reads what is published. */
const INCLUDED_IN: Partial<Record<Scope, Scope>> = { 'read:published': 'read:content' };

/** The scopes of which a key needs one, for a route that declares this scope. */
export const scopesThatGrant = (needed: Scope): Scope[] => {
  const wider = INCLUDED_IN[needed];
  return wider === undefined ? [needed] : [needed, wider];
};

export type Tenant = {
  id: string;
  name: string;
  slug: string;
  modules: ModuleName[];
  /** An IANA name: the days of this tenant begin at midnight there. */
  timeZone: string;
  currency: string;
  /** The language tag of its formats; null: none chosen. */
  locale: string | null;
};

export type Actor = {
  type: 'api_key' | 'staff';
  id: string;
  name: string;
  role: Role;
  /** The scopes that narrow an API key; null for staff, who are limited by their role alone. */
  scopes: Scope[] | null;
  /** The content types that a viewer, an editor or a key is limited to; null or absent: every type. */
  contentTypes?: TypeRights | null;
  /** The language tag of the formats that a member chose. */
  locale?: string | null;
  tenant: Tenant;
  /** The session of a staff token; null for API keys. */
  sessionId: string | null;
  /** The tenant requires a second factor that this session has not passed: until then it may do nothing else. */
  needsSecondFactor?: boolean;
};

export function reaches(role: Role, needed: Role): boolean {
  return ROLE_ORDER.indexOf(role) >= ROLE_ORDER.indexOf(needed);
}

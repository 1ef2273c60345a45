import type { Item } from '../../api.ts';

export type Scope = Item<'listApiKeys'>['scopes'][number];

/** The group of each scope in the form, and its meaning; the type rejects a misspelt scope and a missing one. */
const SCOPES: Record<Scope, [group: string, meaning: string]> = {
  'read:crm': ['Orders and customers', 'See them'],
  'write:crm': ['Orders and customers', 'Create and change them'],
  'write:crm_bulk': ['Orders and customers', 'Import many at once'],
  'read:content': ['Content', 'See types and entries, drafts included'],
  'read:published': ['Content', 'See published entries alone: for a site'],
  'write:content': ['Content', 'Write and publish'],
  'read:media': ['Media', 'See files'],
  'write:media': ['Media', 'Upload and change files'],
  'read:redirects': ['Redirects', 'See them'],
  'write:redirects': ['Redirects', 'Add and remove them'],
  'read:catalog': ['Catalog', 'See products, prices and categories'],
  'write:catalog': ['Catalog', 'Create and change them'],
  'read:properties': ['Sites', 'See them and their domains'],
  'write:properties': ['Sites', 'Add, change and remove them'],
  'read:webhooks': ['Events', 'Pull the event feed'],
  'write:webhooks': ['Events', 'Reserved'],
  'read:inventory': ['Inventory', 'See stock, reservations and movements'],
  'write:inventory': ['Inventory', 'Adjust, count and move stock'],
  'read:checkout': ['Checkout', 'See carts, checkouts and discounts'],
  'write:checkout': ['Checkout', 'Complete and end checkouts, change discounts'],
  'write:storefront': ['Storefront', 'Serve shoppers from a server, and sign customers in'],
};

export const ALL_SCOPES = Object.keys(SCOPES) as Scope[];

export const scopesInWords = (scopes: Scope[]): string =>
  scopes.length === ALL_SCOPES.length ? 'All scopes' : scopes.join(', ');

const VERBS = { write: 'Writes', read: 'Reads' };

/** A line for what they write, and one for what they read. */
export const scopesByVerb = (scopes: Scope[]): string[] =>
  Object.entries(VERBS).flatMap(([verb, word]) => {
    const nouns = scopes
      .filter((scope) => scope.startsWith(verb))
      .map((scope) => scope.slice(verb.length + 1));
    return nouns.length === 0 ? [] : `${word} ${nouns.join(', ')}`;
  });

export const SCOPE_GROUPS = Object.entries(Object.groupBy(ALL_SCOPES, (scope) => SCOPES[scope][0])).map(
  ([name, scopes]) => ({
    name,
    scopes: scopes!.map((scope) => ({ scope, meaning: SCOPES[scope][1] })),
  }),
);

/** The content types of a key matter with one of these. */
export const readsContent = (scopes: Scope[]): boolean =>
  scopes.some((scope) => /:(content|published)$/.test(scope));

import type { ModuleName, Scope } from '#kernel/auth/actor.ts';

/** Each entity with its module and the scope that reads it. */
export const HOMES = {
  customer: { module: 'crm', scope: 'read:crm' },
  order: { module: 'crm', scope: 'read:crm' },
  entry: { module: 'content', scope: 'read:content' },
  asset: { module: 'media', scope: 'read:media' },
  redirect: { module: 'redirects', scope: 'read:redirects' },
  product: { module: 'catalog', scope: 'read:catalog' },
  property: { module: null, scope: 'read:properties' },
} as const satisfies Record<string, { module: ModuleName | null; scope: Scope }>;

export type Entity = keyof typeof HOMES;
export const ENTITIES = Object.keys(HOMES) as Entity[];

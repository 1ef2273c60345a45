import { Type } from 'typebox';
import { isLimited } from '#kernel/auth/type-rights.ts';
import type { App } from '#kernel/http/app.ts';
import { PageQuery, Success, success } from '#kernel/http/envelope.ts';
import { Nullable, OneOf, Text } from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';
import { ENTITIES, type Entity } from './entities.ts';
import { assertMaySearch, type Describe, entitiesFor, type FindHidden, find } from './search.ts';

const SearchQuery = Type.Object({
  q: Text(
    200,
    'Words, or beginnings of words, all of which must be found. Upper and lower case and accents make no difference, and a letter that was mistyped is forgiven.',
  ),
  entities: Type.Optional(
    Type.Unsafe<Entity | Entity[]>({
      anyOf: [
        { type: 'string', enum: [...ENTITIES] },
        { type: 'array', items: { type: 'string', enum: [...ENTITIES] }, maxItems: ENTITIES.length },
      ],
      description: 'Once, or several times for any of several. Without it: all that the caller may see.',
    }),
  ),
  limit: PageQuery.properties.limit,
});

const Found = NamedObject('SearchResult', {
  entity: OneOf(ENTITIES),
  id: Type.String(),
  title: Type.String(),
  subtitle: Nullable(Type.String()),
});

export function searchRoutes(app: App, describe: Describe, findHiddenEntries: FindHidden): void {
  app.get(
    '/v1/search',
    {
      config: { role: 'viewer' },
      // Rights are checked before the query is validated, as everywhere.
      onRequest: async (request) => assertMaySearch(request.actor),
      schema: {
        operationId: 'search',
        fails: ['module_disabled'],
        summary: 'Search everything, best first',
        description:
          'Whole words come before beginnings of words, and these before words that were mistyped; then titles before texts, then newer before older. An API key finds records that it has the read scope for; records of a module that is off are not found. Changes are found within seconds.',
        querystring: SearchQuery,
        response: { 200: Success(Type.Array(Found)) },
      },
    },
    async (request) => {
      const { q, entities, limit } = request.query;
      const wanted = entitiesFor(request.actor, entities === undefined ? undefined : [entities].flat());
      if (wanted.length === 0) return success([]);
      return success(
        await request.inTenant((tx, by) => {
          const findHidden = (ids: string[]) => findHiddenEntries(tx, by, ids);
          const isNarrowed = isLimited(by) && wanted.includes('entry');
          return find(tx, describe, wanted, q, limit, isNarrowed ? findHidden : undefined);
        }),
      );
    },
  );
}

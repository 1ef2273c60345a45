/** Home: the figures that a working day begins with, in one answer. Each part belongs to another module, which reads it. */

import { type Static, type TSchema, Type } from 'typebox';
import type { Actor } from '#kernel/auth/actor.ts';
import type { Tx } from '#kernel/db/db.ts';
import { Success, success } from '#kernel/http/envelope.ts';
import { Nullable } from '#kernel/http/fields.ts';
import { assertAllowed, type RouteNeeds } from '#kernel/http/guard.ts';
import { NamedObject } from '#kernel/http/named.ts';
import type { Kernel, Module } from '#kernel/module.ts';

/** A bounded part of the answer, for callers who could ask its module for the same. */
export type HomePart<Schema extends TSchema = TSchema> = {
  needs: Pick<RouteNeeds, 'role' | 'scope' | 'module'>;
  schema: Schema;
  read(tx: Tx, actor: Actor, now: Date): Promise<Static<Schema>>;
};

export function home({ clock }: Kernel, parts: Record<string, HomePart>): Module {
  const shapes = Object.entries(parts).map(([name, { schema }]) => [name, Nullable(schema)]);
  const Home = NamedObject('Home', { timeZone: Type.String(), ...Object.fromEntries(shapes) });
  return {
    name: 'home',
    routes(app) {
      app.get(
        '/v1/home',
        {
          config: { role: 'viewer' },
          schema: {
            operationId: 'getHome',
            summary: 'The figures that a working day begins with',
            description:
              'Days are those of the tenant’s time zone. A part is null for a caller without its role, scope or module.',
            response: { 200: Success(Home) },
          },
        },
        async (request) => {
          const now = clock();
          const read = await request.inTenant(async (tx, actor) => {
            const answer: Record<string, unknown> = { timeZone: actor.tenant.timeZone };
            for (const [name, part] of Object.entries(parts)) {
              answer[name] = isAllowed(actor, part.needs) ? await part.read(tx, actor, now) : null;
            }
            return answer as Static<typeof Home>;
          });
          return success(read);
        },
      );
    },
  };
}

function isAllowed(actor: Actor, needs: HomePart['needs']): boolean {
  try {
    assertAllowed(actor, needs);
    return true;
  } catch {
    return false;
  }
}

/** From a bearer token to the actor behind it, checked against the database on every request. */
import type { Actor } from '#kernel/auth/actor.ts';
import type { Db } from '#kernel/db/db.ts';
import type { Identify } from '#kernel/http/server.ts';
import { batching } from '#kernel/work/batching.ts';
import { findLiveKeys } from './keys.sql.ts';
import { parseKey, secretMatches } from './keys.ts';
import type { LastUsed } from './last-used.ts';
import { findLiveSession } from './sessions.sql.ts';
import type { Tokens } from './tokens.ts';

/** Requests that arrive together ask together. Each is asked for after it arrived: what was revoked before is not found. */
const TOGETHER = { most: 256, inFlight: 2, enough: 16, waiting: 5000 };

export function createIdentify(db: Db, clock: () => Date, tokens: Tokens, lastUsed: LastUsed): Identify {
  const findLiveKey = batching({
    ...TOGETHER,
    run: (keyIds: string[]) => findLiveKeys(db, keyIds, clock()),
  });
  return (token) => (token.startsWith('sk_') ? byKey(token) : byStaffToken(token));

  async function byKey(token: string): Promise<Actor | null> {
    const parts = parseKey(token);
    if (parts === null) return null;
    const now = clock();
    const found = await findLiveKey(parts.keyId);
    if (!secretMatches(parts.secret, found?.secret_hash) || found === undefined) return null;
    lastUsed.note(found.tenant_id, found.id, now);
    return {
      type: 'api_key',
      id: found.id,
      name: found.label,
      role: 'editor',
      scopes: found.scopes,
      tenant: {
        id: found.tenant_id,
        name: found.tenant_name,
        slug: found.tenant_slug,
        modules: found.modules,
      },
      sessionId: null,
    };
  }

  async function byStaffToken(token: string): Promise<Actor | null> {
    const sessionId = await tokens.check(token);
    const found = sessionId === null ? undefined : await findLiveSession(db, sessionId, clock());
    return found === undefined ? null : staffActor(found);
  }
}

export function staffActor(found: NonNullable<Awaited<ReturnType<typeof findLiveSession>>>): Actor {
  return {
    type: 'staff',
    id: found.member_id,
    name: found.name,
    role: found.role,
    scopes: null,
    tenant: { id: found.tenant_id, name: found.tenant_name, slug: found.tenant_slug, modules: found.modules },
    sessionId: found.session_id,
  };
}

/** What `GET /v1/me` and a sign-in show of an actor. */
export const presentActor = (actor: Actor) => ({
  actor: { type: actor.type, id: actor.id, name: actor.name, role: actor.role, scopes: actor.scopes },
  tenant: actor.tenant,
});

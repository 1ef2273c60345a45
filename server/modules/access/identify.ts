/** Finds the actor of a bearer token, checked against the database on every request. */
import type { Actor } from '#kernel/auth/actor.ts';
import type { Db } from '#kernel/db/db.ts';
import type { Identify } from '#kernel/http/authenticate.ts';
import { createKeyCache } from './keys/cache.ts';
import { parseKey, secretMatches } from './keys/keys.ts';
import type { LastUsed } from './keys/last-used.ts';
import { createSessionLookUp } from './sessions/look-up.ts';
import type { StaffIdentity } from './sessions/sessions.sql.ts';
import type { Tokens } from './sessions/tokens.ts';
import { limitsOf } from './staff/limits.ts';

export function createIdentify(db: Db, clock: () => Date, tokens: Tokens, lastUsed: LastUsed): Identify {
  const findLiveKey = createKeyCache(db, clock);
  const findLiveSession = createSessionLookUp(db, clock);
  return (token, address) => (token.startsWith('sk_') ? byKey(token, address) : byStaffToken(token));

  async function byKey(token: string, address: string): Promise<Actor | null> {
    const parts = parseKey(token);
    if (parts === null) return null;
    const holder = await findLiveKey(parts.keyId);
    if (!secretMatches(parts.secret, holder?.secretHash) || holder === undefined) return null;
    lastUsed.note(holder.actor.tenant.id, holder.actor.id, clock(), address);
    return holder.actor;
  }

  async function byStaffToken(token: string): Promise<Actor | null> {
    const sessionId = await tokens.check(token);
    const found = sessionId === null ? undefined : await findLiveSession(sessionId);
    return found === undefined ? null : staffActor(found);
  }
}

export function staffActor(found: StaffIdentity): Actor {
  return {
    type: 'staff',
    id: found.member_id,
    name: found.name,
    role: found.role,
    scopes: null,
    contentTypes: limitsOf(found.role, found.content_types),
    locale: found.locale,
    tenant: {
      id: found.tenant_id,
      name: found.tenant_name,
      slug: found.tenant_slug,
      modules: found.modules,
      timeZone: found.tenant_time_zone,
      currency: found.tenant_currency,
      locale: found.tenant_locale,
    },
    sessionId: found.session_id,
    ...(found.needs_second_factor && { needsSecondFactor: true }),
  };
}

/** An actor as `GET /v1/me` and a sign-in show it. */
export const presentActor = (actor: Actor) => ({
  actor: {
    type: actor.type,
    id: actor.id,
    name: actor.name,
    role: actor.role,
    scopes: actor.scopes,
    contentTypes: actor.contentTypes ?? null,
    locale: actor.locale ?? null,
  },
  tenant: actor.tenant,
});

/** Access: tenants, staff and roles, sessions, second factors, API keys, modules on or off, the audit log, and who is calling. */
import cookie from '@fastify/cookie';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { App } from '#kernel/http/app.ts';
import type { Identify } from '#kernel/http/authenticate.ts';
import type { Kernel, Module } from '#kernel/module.ts';
import { addUp, countFormer } from '#kernel/usage.ts';
import { startLoop } from '#kernel/work/loop.ts';
import { auditLogRoutes } from './audit-log/audit-log.routes.ts';
import { createAuditNotes } from './audit-log/audit-notes.ts';
import { createIdentify } from './identify.ts';
import { deleteOldChanges } from './keys/cache.sql.ts';
import { keyRoutes } from './keys/keys.routes.ts';
import { createLastUsed } from './keys/last-used.ts';
import { siteOf } from './second-factors/passkeys.ts';
import { secondFactorRoutes } from './second-factors/second-factors.routes.ts';
import { deleteLapsedTotp } from './second-factors/second-factors.sql.ts';
import { deleteSettledGuesses } from './sessions/guess-limits.sql.ts';
import { GuessLimiter } from './sessions/guess-limits.ts';
import { ownSessionRoutes } from './sessions/own-sessions.routes.ts';
import { sessionRoutes } from './sessions/sessions.routes.ts';
import { deleteOldSessions } from './sessions/sessions.sql.ts';
import { signInRoutes } from './sessions/sign-in.routes.ts';
import { createTokens } from './sessions/tokens.ts';
import { linkRoutes } from './staff/links.routes.ts';
import { meRoutes } from './staff/me.routes.ts';
import { staffRoutes } from './staff/staff.routes.ts';
import { createStrangers } from './staff/strangers.ts';
import { deleteExpiredCustomerSessions } from './storefront/customer-sessions.sql.ts';
import { endSessionsOfGone } from './storefront/customer-sessions.ts';
import { createStorefront, type Storefront, type StorefrontDeps } from './storefront/storefront.ts';
import type { FindImages } from './tenants/settings.ts';
import { tenantRoutes } from './tenants/tenants.routes.ts';
import { usageRoutes } from './tenants/usage.routes.ts';

export { findKeyLabels } from './keys/keys.sql.ts';
export { findColleagues } from './staff/staff.sql.ts';
export { findStorefrontKeyLabels } from './storefront/storefront-keys.sql.ts';

type NoteExport = (request: FastifyRequest, what: string) => void;

const FLUSH_MS = 5_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export function access(
  kernel: Kernel,
  { findImages, ...shops }: { findImages: FindImages } & StorefrontDeps,
): Module &
  Pick<Storefront, 'identifyShopper' | 'shopperTokens'> & { identify: Identify; noteExport: NoteExport } {
  const { config, db, clock, log, secrets } = kernel;
  const counted = kernel.facts.flatMap((facts) => facts.counted ?? []);
  const countUsage = new Map(kernel.facts.flatMap((facts) => [...(facts.countUsage ?? [])]));
  const tokens = createTokens(secrets, clock);
  const guesses = new GuessLimiter(db);
  const strangers = createStrangers(config.authFailuresPerMinute, clock);
  const deps = { db, secrets, site: siteOf(kernel.config.publicUrl) };
  const notes = createAuditNotes(db, log);
  const lastUsed = createLastUsed(db, notes);
  const identify = createIdentify(db, clock, tokens, lastUsed);
  const storefront = createStorefront(kernel, identify, shops);
  return {
    name: 'access',
    identify,
    identifyShopper: storefront.identifyShopper,
    shopperTokens: storefront.shopperTokens,
    noteExport: ({ actor, ip }, what) =>
      notes.note({
        where: { tenantId: actor.tenant.id },
        author: actor,
        at: clock(),
        entry: { action: 'data.exported', subjectType: 'export', subjectId: what, details: { address: ip } },
      }),
    events: {
      'tenant.created': {
        description: 'A tenant was created.',
        schema: Type.Object({ id: Type.String(), name: Type.String(), slug: Type.String() }),
        example: { id: '01920000-0000-7000-8000-000000000001', name: 'Acme', slug: 'acme' },
      },
    },
    routes(app) {
      meRoutes(app, clock);
      app.register(async (scope) => {
        await scope.register(cookie);
        signInRoutes(scope as App, deps, clock, tokens, guesses, notes, strangers);
        sessionRoutes(scope as App, deps, clock, tokens, guesses, notes, strangers);
        secondFactorRoutes(scope as App, deps, clock, guesses, notes);
        linkRoutes(scope as App, deps, guesses, clock, strangers);
      });
      ownSessionRoutes(app, db, clock);
      keyRoutes(app, clock);
      staffRoutes(app, kernel.db, kernel.config.publicUrl, clock);
      tenantRoutes(app, clock, findImages);
      auditLogRoutes(app);
      storefront.routes(app);
      usageRoutes(app, config.quotas, countUsage);
      const flushing = startLoop({
        name: 'last used, and notes for the audit log',
        idleMs: FLUSH_MS,
        log,
        round: async () => {
          await lastUsed.flush();
          await storefront.flush();
          await notes.flush();
          return false;
        },
      });
      app.addHook('onClose', async () => {
        await flushing.stop();
        // A database that is gone must not keep the server from closing.
        await lastUsed
          .flush()
          .then(() => storefront.flush())
          .then(() => notes.flush(true))
          .catch((error) => log.warn({ err: error }, 'last uses were not written'));
      });
    },
    consumers: [endSessionsOfGone],
    startWork: () => [
      startLoop({ name: 'usage', idleMs: FLUSH_MS, log, round: () => addUp(db) }),
      startLoop({ name: 'usage from before', idleMs: HOUR, log, round: () => countFormer(db, counted) }),
      startLoop({
        name: 'old sessions, changes of keys and pending authenticators',
        idleMs: HOUR,
        log,
        round: async () => {
          const now = await clock.ask();
          await deleteOldSessions(db, now);
          await deleteExpiredCustomerSessions(db, now);
          await deleteOldChanges(db);
          await deleteLapsedTotp(db);
          return false;
        },
      }),
      startLoop({
        name: 'settled guesses',
        idleMs: MINUTE,
        log,
        round: () => deleteSettledGuesses(db),
      }),
    ],
  };
}

export { keysAtHome } from './keys/expiring-keys.ts';
/** Returns the use of an asset as the logo, for the media module. */
export { logoUseOf, readSettings } from './tenants/settings.ts';

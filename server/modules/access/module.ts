/** Access: tenants, staff and their roles, API keys, which modules are on, and who is calling. */
import cookie from '@fastify/cookie';
import { Type } from 'typebox';
import type { Identify } from '#kernel/http/authenticate.ts';
import type { App } from '#kernel/http/server.ts';
import type { Kernel, Module } from '#kernel/module.ts';
import { startLoop } from '#kernel/work/loop.ts';
import { auditLogRoutes } from './audit-log.routes.ts';
import { createIdentify } from './identify.ts';
import { keyRoutes } from './keys.routes.ts';
import { createLastUsed } from './last-used.ts';
import { deleteOldChanges } from './live-keys.sql.ts';
import { meRoutes } from './me.routes.ts';
import { sessionRoutes } from './sessions.routes.ts';
import { deleteOldSessions } from './sessions.sql.ts';
import { staffRoutes } from './staff.routes.ts';
import { tenantRoutes } from './tenants.routes.ts';
import { createTokens } from './tokens.ts';

const FLUSH_MS = 5_000;
const HOUR = 3_600_000;

export function access(kernel: Kernel): Module & { identify: Identify } {
  const { db, clock, log, secrets } = kernel;
  const tokens = createTokens(secrets, clock);
  const lastUsed = createLastUsed(db);
  return {
    name: 'access',
    identify: createIdentify(db, clock, tokens, lastUsed),
    events: {
      'tenant.created': {
        description: 'A tenant was created.',
        schema: Type.Object({ id: Type.String(), name: Type.String(), slug: Type.String() }),
        example: { id: '01920000-0000-7000-8000-000000000001', name: 'Acme', slug: 'acme' },
      },
    },
    routes(app) {
      meRoutes(app);
      app.register(async (scope) => {
        await scope.register(cookie);
        sessionRoutes(scope as App, db, tokens, clock);
      });
      keyRoutes(app, clock);
      staffRoutes(app, db, clock);
      tenantRoutes(app, clock);
      auditLogRoutes(app);
      const flushing = startLoop({
        name: 'last used',
        idleMs: FLUSH_MS,
        log,
        round: async () => {
          await lastUsed.flush();
          return false;
        },
      });
      app.addHook('onClose', async () => {
        await flushing.stop();
        // A database that is gone must not keep the server from closing.
        await lastUsed.flush().catch((error) => log.warn({ err: error }, 'last uses were not written'));
      });
    },
    startWork: () => [
      startLoop({
        name: 'old sessions and changes of keys',
        idleMs: HOUR,
        log,
        round: async () => {
          await deleteOldSessions(db, clock());
          await deleteOldChanges(db);
          return false;
        },
      }),
    ],
  };
}

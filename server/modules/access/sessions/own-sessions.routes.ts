import { Type } from 'typebox';
import type { Db } from '#kernel/db/db.ts';
import { notFound } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { Deleted, Success, success } from '#kernel/http/envelope.ts';
import { IdParams, Nullable, Time } from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';
import { endOwnSessions, listOwnSessions, type OwnSession } from './own-sessions.sql.ts';
import { refuseKeys } from './sessions.routes.ts';
import { logForMember, originOf } from './sign-in-log.ts';

const Session = NamedObject('AccountSession', {
  id: Type.String(),
  tenant: Type.Object({ id: Type.String(), name: Type.String(), slug: Type.String() }),
  address: Nullable(Type.String({ description: 'The address at which it began.' })),
  userAgent: Nullable(Type.String()),
  createdAt: Time(),
  lastUsedAt: Time(),
  current: Type.Boolean({ description: 'True for the session of this request.' }),
});

export function ownSessionRoutes(app: App, db: Db, clock: () => Date): void {
  app.get(
    '/v1/auth/sessions',
    {
      config: { role: 'viewer', beforeSecondFactor: true },
      onRequest: refuseKeys,
      schema: {
        summary: 'Your sign-ins, in every tenant you work for, the latest used first',
        response: { 200: Success(Type.Array(Session)) },
      },
    },
    async (request) => {
      const id = request.actor.sessionId!;
      const rows = await listOwnSessions(db, id, clock());
      return success(rows.map((row) => present(row, id)));
    },
  );

  app.delete(
    '/v1/auth/sessions/:id',
    {
      config: { role: 'viewer', beforeSecondFactor: true },
      onRequest: refuseKeys,
      schema: {
        summary: 'End one of your sign-ins',
        params: IdParams,
        response: { 200: Deleted },
      },
    },
    async (request) => {
      const { id } = request.params;
      const [place] = await endOwnSessions(db, request.actor.sessionId!, id, clock());
      if (place === undefined) throw notFound('session');
      await logForMember(db, clock(), place, 'staff.signed_out', { ...originOf(request) });
      return success({ id, deleted: true as const });
    },
  );

  app.post(
    '/v1/auth/sessions/end-others',
    {
      config: { role: 'viewer', beforeSecondFactor: true },
      onRequest: refuseKeys,
      schema: {
        operationId: 'endOtherSessions',
        summary: 'End all your sign-ins but this one',
        response: { 200: Success(Type.Object({ ended: Type.Integer() })) },
      },
    },
    async (request) => {
      const places = await endOwnSessions(db, request.actor.sessionId!, null, clock());
      const byTenant = new Map(places.map((place) => [place.tenant_id, place]));
      for (const place of byTenant.values()) {
        const sessions = places.filter((other) => other.tenant_id === place.tenant_id).length;
        await logForMember(db, clock(), place, 'staff.signed_out', { ...originOf(request), sessions });
      }
      return success({ ended: places.length });
    },
  );
}

const present = (row: OwnSession, current: string) => ({
  id: row.id,
  tenant: { id: row.tenant_id, name: row.tenant_name, slug: row.tenant_slug },
  address: row.address,
  userAgent: row.user_agent,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.rotated_at.toISOString(),
  current: row.id === current,
});

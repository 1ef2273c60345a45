/** The webhooks at home: subscriptions, those that fail first, and the notices that nobody has read. */
import { Type } from 'typebox';
import type { Actor } from '#kernel/auth/actor.ts';
import type { Tx } from '#kernel/db/db.ts';
import { Notice, presentNotice } from './notices.routes.ts';
import { type FindHidden, readNotices } from './notices.ts';
import { Health, presentHealth } from './subscriptions/subscription-health.routes.ts';
import { readHealth } from './subscriptions/subscription-health.sql.ts';
import { listFailingFirst } from './subscriptions/subscriptions.sql.ts';

const MOST_SUBSCRIPTIONS = 5;
const MOST_NOTICES = 20;
const DAY = 86_400_000;

export const webhooksAtHome = (findHiddenEntries: FindHidden) => ({
  needs: { scope: 'read:webhooks' } as const,
  schema: Type.Object({
    failing: Type.Integer({
      description:
        'Active subscriptions with a delivery that failed and is tried again, or whose latest one failed for good.',
    }),
    count: Type.Integer({ description: 'All subscriptions.' }),
    subscriptions: Type.Array(
      Type.Object({ id: Type.String(), name: Type.String(), active: Type.Boolean(), health: Health }),
      {
        description: `Failing ones first, the first ${MOST_SUBSCRIPTIONS}; their health in the last 24 hours.`,
      },
    ),
    notices: Type.Array(Notice, { description: `Unread, newest first, the first ${MOST_NOTICES}.` }),
  }),
  async read(tx: Tx, actor: Actor, now: Date) {
    const since = new Date(now.getTime() - DAY);
    const all = await listFailingFirst(tx);
    const subscriptions = [];
    for (const { id, name, active } of all.slice(0, MOST_SUBSCRIPTIONS)) {
      const health = presentHealth(await readHealth(tx, id, since), now);
      subscriptions.push({
        id,
        name,
        active,
        health: { subscriptionId: id, since: since.toISOString(), ...health },
      });
    }
    const notices = await readNotices(
      tx,
      actor,
      { unread: true, limit: MOST_NOTICES, after: null },
      findHiddenEntries,
    );
    return {
      failing: all.filter(({ is_failing }) => is_failing).length,
      count: all.length,
      subscriptions,
      notices: notices.slice(0, MOST_NOTICES).map(presentNotice),
    };
  },
});

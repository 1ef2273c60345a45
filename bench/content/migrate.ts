/** A change of a type that rewrites 20,000 live entries: entries a second, and the longest batch, for which writers of its entries wait. */
import { Pace } from '../../server/modules/content/types/change-steps.ts';
import { takeStep } from '../../server/modules/content/types/migration-run.worker.ts';
import { tenantId } from '../orders/stage.ts';
import { verdict } from '../report.ts';
import { FIELDS, seed } from './lists.ts';
import type { ContentStage } from './stage.ts';

const GOAL_PER_SECOND = 2_000;

export async function migrate(stage: ContentStage): Promise<void> {
  await seed(stage);
  const { kernel, keys } = stage;
  const answer = await stage.app.inject({
    method: 'PUT',
    url: '/v1/content/types/article',
    headers: { authorization: `Bearer ${keys[0]}`, 'content-type': 'application/json' },
    payload: JSON.stringify({
      title: 'Article',
      fields: [...FIELDS, { name: 'kind', kind: 'text', required: true }],
      migrate: { default: { kind: 'story' } },
    }),
  });
  const { changeId } = answer.json().data;
  const times: number[] = [];
  const pace = new Pace();
  const began = performance.now();
  for (let isMore = true; isMore; ) {
    const start = performance.now();
    isMore = await kernel.db.inTenant(tenantId(1), (tx) => takeStep(tx, new Date(), changeId, pace));
    times.push(performance.now() - start);
  }
  const seconds = (performance.now() - began) / 1000;
  const { rows } = await stage.owner.query(
    'select status, checked, migrated from content_type_changes where id = $1',
    [changeId],
  );
  console.log('\nA change of a type that gives 20,000 live entries a new required value');
  console.table([
    {
      ...rows[0],
      seconds: seconds.toFixed(1),
      'per second': Math.round(rows[0].migrated / seconds),
      'longest batch ms': Math.round(Math.max(...times)),
    },
  ]);
  verdict('entries a second ÷ goal', rows[0].migrated / seconds / GOAL_PER_SECOND, 1);
}

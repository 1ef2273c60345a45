/** Statements of positions and trees read by index, also where nothing was ever analysed. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Tx } from '#kernel/db/db.ts';
import { planByIndex } from '#kernel/db/plans.ts';
import { useApp } from '../../../testing.ts';
import { PUBLISHED } from '../publishing/perspective.ts';
import { openContent } from '../testing/content.ts';
import { addMany } from '../testing/many.ts';
import { findLevel, findLiveBelow, findUpwards } from './ancestors.sql.ts';
import { findBeside, findHeight, findIdsUpwards, findUnplaced, savePositions } from './positions.sql.ts';

const test = await useApp();
const stage = await openContent(test, { item: [{ name: 'slug', kind: 'slug' }] });
const { id: typeId } = (await stage.ask('GET', '/types/item', 200)).body.data;
const [id] = await addMany(test, stage, 'item', 3_000, (n) => ({ slug: `s${n}` }));
const root = { id: id!, type_id: typeId };
const place = { id: id!, position: 'V' };

const STATEMENTS: Record<string, [RegExp, (tx: Tx) => Promise<unknown>]> = {
  'beside an entry at the top': [
    /content_entries_in_place/,
    (tx) => findBeside(tx, { typeId, parentId: null }, 'after', place, id!, 1),
  ],
  'before an entry below another': [
    /content_entries_in_place/,
    (tx) => findBeside(tx, { typeId, parentId: id! }, 'before', null, id!, 1),
  ],
  'never moved': [
    /content_entries_in_place/,
    (tx) => findUnplaced(tx, { typeId, parentId: null }, id!, id!, 10),
  ],
  'new positions': [/content_(entries|published)_pkey/, (tx) => savePositions(tx, [place])],
  'ids upwards': [/content_entries_pkey/, (tx) => findIdsUpwards(tx, id!)],
  'levels downwards': [/content_entries_in_place/, (tx) => findHeight(tx, root, 100)],
  upwards: [
    /content_entries_pkey[\s\S]+content_published_pkey/,
    (tx) => findUpwards(tx, [{ id: id!, title: '' }], PUBLISHED),
  ],
  'the top of a tree': [
    /content_published_in_place/,
    (tx) => findLevel(tx, typeId, [null], 'slug', PUBLISHED, 100),
  ],
  'a level of a tree': [
    /content_published_in_place/,
    (tx) => findLevel(tx, typeId, [id!], 'slug', PUBLISHED, 100),
  ],
  'live and below': [/content_published_in_place/, (tx) => findLiveBelow(tx, root, 100)],
};

for (const [what, [expected, run]] of Object.entries(STATEMENTS))
  it(`${what}: by index`, async () => {
    const plans: string[] = [];
    await test.db.inTenant(stage.tenant.id, async (tx) => {
      planByIndex(tx);
      await run({
        ...tx,
        query: async (statement, values) => {
          const text = typeof statement === 'string' ? statement : statement.text;
          const { rows } = await tx.query(`explain (generic_plan) ${text}`);
          plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
          return tx.query(statement, values);
        },
      });
    });
    for (const plan of plans) {
      assert.match(plan, expected);
      assert.doesNotMatch(plan, /Seq Scan on content_(entries|published|unique)\b/);
    }
  });

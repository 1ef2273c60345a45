/** The plans of notices in a tenant with very many, as the app's role: never analysed, and analysed. `DEEP=1` has 100,000. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Tx } from '#kernel/db/db.ts';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { newId } from '#kernel/id.ts';
import { tellMember, tellOnceADay } from '#kernel/notices.ts';
import { IS_DEEP } from '#kernel/testing/depth.ts';
import { newTenant, useApp } from '../../testing.ts';
import { listNotices } from './notices.sql.ts';

const NOTICES = IS_DEEP ? 100_000 : 10_000;
/** A page and one more of each kind; without statistics, those for everybody may be sorted instead. */
const MOST = 42 + NOTICES / 2_000;
const test = await useApp();
const tenant = await newTenant(test);
const [few, none, busy, subject] = [newId(), newId(), newId(), newId()];

const owner = await connectAsOwner(test.database);
await owner.query(
  'alter table notices set (autovacuum_enabled = off); alter table notices no force row level security',
);
// Half are for one member, who reads every third; the oldest ten are for another, and a few for everybody.
await owner.query(
  `insert into notices (tenant_id, id, kind, subject_type, subject_id, message, created_at, read_at, member_id)
   select $1, gen_random_uuid(), 'content.mentioned', 'entry', case when n % 1000 = 0 then $4 else gen_random_uuid() end, 'Told',
     now() - n * interval '1 second', case when n % 3 = 0 then now() end,
     case when n > ${NOTICES} - 10 then $2 when n % 2000 = 0 then null when n % 2 = 0 then $3 else gen_random_uuid() end
   from generate_series(1, ${NOTICES}) n`,
  [tenant.id, few, busy, subject],
);

// biome-ignore lint/suspicious/noExplicitAny: a plan is walked as the plain data it is
type Node = any;
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** The rows of notices that a statement reads, and its plan. */
async function readBy<T>(work: (tx: Tx) => Promise<T>) {
  let [rows, text] = [0, ''];
  const answer = await test.db.inTenant(tenant.id, (tx) =>
    work({
      ...tx,
      query: async (statement, values) => {
        const asked = typeof statement === 'string' ? statement : statement.text;
        await tx.query('savepoint explained');
        const explained = await tx.query(`explain (analyze, format json) ${asked}`, values);
        await tx.query('rollback to savepoint explained');
        const [{ Plan: plan }] = JSON.parse(explained.rows[0]!['QUERY PLAN'] as string);
        text += JSON.stringify(plan, null, 1);
        for (const node of nodesOf(plan))
          if (node['Relation Name'] === 'notices' && node['Node Type'] !== 'ModifyTable')
            rows += (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
        return tx.query(statement, values);
      },
    }),
  );
  return { rows, text, answer };
}

const now = test.now();
const notice = { kind: 'content.mentioned', subjectType: 'entry', subjectId: subject, message: 'Told' };
const LISTS: [who: string, id: string][] = [
  ['a member with few', few],
  ['a member with none', none],
  ['a member with half of them', busy],
];

for (const state of ['never analysed', 'analysed']) {
  describe(`of ${NOTICES} notices of a tenant, ${state},`, () => {
    it('the statistics are as the title says', async () => {
      if (state === 'analysed') await owner.query('analyze notices');
      const { rows } = await owner.query("select reltuples from pg_class where relname = 'notices'");
      assert.equal(rows[0].reltuples > 0, state === 'analysed');
      if (state === 'analysed') await owner.end();
    });

    for (const [who, id] of LISTS) {
      for (const unread of [true, false])
        it(`${who} reads a page${unread ? ' of unread ones' : ''} and the next, and no notice of others`, async () => {
          const page = (after: Parameters<typeof listNotices>[4]) =>
            readBy((tx) => listNotices(tx, id, unread, 20, after));
          const first = await page(null);
          assert.ok(first.rows <= MOST, `${first.rows} rows: ${first.text}`);
          const last = first.answer.at(-1)!;
          const next = await page({ at: last.created_at, id: last.id });
          assert.ok(next.rows <= MOST, `${next.rows} rows: ${next.text}`);
          const all = [...first.answer, ...next.answer];
          for (const each of all) assert.ok([null, id].includes(each.member_id) && !(unread && each.read_at));
          const times = all.map(({ created_at }) => created_at.getTime());
          assert.deepEqual(
            times,
            times.toSorted((one, other) => other - one),
          );
        });
    }

    it('a member is told beside the notices of the subject, and everybody beside those for everybody', async () => {
      const member = await readBy((tx) => tellMember(tx, now, busy, notice));
      assert.ok(member.rows <= NOTICES / 1000 + 5, `${member.rows} rows: ${member.text}`);
      const all = await readBy((tx) => tellOnceADay(tx, now, { ...notice, subjectId: newId() }));
      assert.ok(all.rows <= NOTICES / 1000 + 5, `${all.rows} rows: ${all.text}`);
    });
  });
}

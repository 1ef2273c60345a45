/** Scheduled releases with many entries: a change of their type looks at each of them. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { newId } from '#kernel/id.ts';
import { longestHold } from '#kernel/testing/holds.ts';
import { useApp } from '../../../testing.ts';
import { openContent } from '../testing/content.ts';
import { findType } from '../types/types.sql.ts';

const test = await useApp();
const ENTRIES = 200;
const MAX_PROBLEMS = 100;
const LIMIT_MS = 50;
const FIELDS = [
  { name: 'title', kind: 'text' },
  {
    name: 'rows',
    kind: 'list',
    of: { kind: 'group', fields: [{ name: 'cells', kind: 'list', of: { kind: 'text' } }] },
  },
];
const rows = Array.from({ length: 25 }, (_, row) => ({
  cells: Array.from({ length: 200 }, (_, n) => `cell ${row} ${n}`),
}));

it('a change of a type looks at the entries of scheduled releases in slices', async () => {
  const stage = await openContent(test, { table: FIELDS });
  const { id } = (await stage.ask('POST', '/releases', 201, { name: 'Tables' })).body.data;
  await test.db.inTenant(stage.tenant.id, async (tx) => {
    const type = await findType(tx, 'table');
    await tx.query(
      `with made as (
         insert into content_entries (tenant_id, id, type_id, status, fields, version, created_at, updated_at)
         select current_tenant(), id, $2, 'draft', $3, 1, $4, $4 from unnest($1::uuid[]) as e (id) returning id)
       insert into content_release_entries (tenant_id, release_id, entry_id, action, version, added_at)
       select current_tenant(), $5, id, 'publish', 1, $4 from made`,
      [
        Array.from({ length: ENTRIES }, () => newId()),
        type!.id,
        JSON.stringify({ title: 'Table', rows }),
        test.now(),
        id,
      ],
    );
    await tx.query(
      "update content_releases set status = 'scheduled', at = $2 where tenant_id = current_tenant() and id = $1",
      [id, new Date(test.now().getTime() + 3_600_000)],
    );
  });
  const [title, ...others] = FIELDS;
  const demanding = [
    { ...title, maxLength: 100 },
    ...others,
    { name: 'credit', kind: 'text', required: true },
  ];
  let prevents: { problems: object[] }[] = [];
  const held = await longestHold(async () => {
    ({ prevents } = await stage.putType('table', demanding));
  });
  assert.equal(prevents[0]!.problems.length, MAX_PROBLEMS);
  assert.ok(held < LIMIT_MS, `${Math.round(held)} ms`);
});

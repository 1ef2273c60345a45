/** Entries that were saved during a change: as many of them are in memory together as of any other batch. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { useApp } from '../../../testing.ts';
import { openContent } from '../testing/content.ts';
import { holdUnchecked, stampEntries } from './migration-run.sql.ts';
import { findType } from './types.sql.ts';

const test = await useApp();
const MIB = 1024 * 1024;
const ENTRIES = 30;

it('large entries that were saved meanwhile are looked at a few at a time, until all were', async () => {
  const stage = await openContent(test, { page: [{ name: 'text', kind: 'markdown' }] });
  await test.db.inTenant(stage.tenant.id, async (tx) => {
    const type = (await findType(tx, 'page'))!;
    await tx.query(
      `insert into content_entries (tenant_id, id, type_id, status, fields, version, created_at, updated_at, definition)
       select current_tenant(), gen_random_uuid(), $1, 'draft', $2, 1, now(), now(), 0 from generate_series(1, ${ENTRIES})`,
      [type.id, JSON.stringify({ text: 'x'.repeat(MIB) })],
    );
    const sizes: number[] = [];
    for (;;) {
      const entries = await holdUnchecked(tx, type.id, 500);
      if (entries.length === 0) break;
      sizes.push(entries.reduce((sum, { fields }) => sum + fields.length, 0));
      await stampEntries(
        tx,
        entries.map(({ id }) => id),
        type.version,
      );
    }
    assert.ok(Math.max(...sizes) <= 9 * MIB, `${Math.max(...sizes) / MIB} MiB`);
    assert.ok(sizes.reduce((sum, size) => sum + size, 0) >= ENTRIES * MIB);
  });
});

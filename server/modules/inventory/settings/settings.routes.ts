import { audit } from '#kernel/audit.ts';
import type { Actor } from '#kernel/auth/actor.ts';
import type { Tx } from '#kernel/db/db.ts';
import type { App } from '#kernel/http/app.ts';
import { Success } from '#kernel/http/envelope.ts';
import { IfMatch, readIfMatch, rowAtVersion, withEtag } from '#kernel/http/etag.ts';
import { SettingsChange, StockSettings } from '../fields.ts';
import { findSettings, lockSettings, type SettingsRow, updateSettings } from './settings.sql.ts';

export function settingsRoutes(app: App, clock: () => Date): void {
  app.get(
    '/v1/inventory/settings',
    {
      config: { role: 'viewer', scope: 'read:inventory' },
      schema: {
        operationId: 'getInventorySettings',
        summary: 'Get how orders meet the stock',
        response: { 200: Success(StockSettings) },
      },
    },
    async (request, reply) => withEtag(reply, present(await request.inTenant(findSettings))),
  );

  app.patch(
    '/v1/inventory/settings',
    {
      config: { role: 'admin', scope: 'write:inventory', dryRun: true },
      schema: {
        operationId: 'changeInventorySettings',
        summary: 'Change how orders meet the stock',
        headers: IfMatch,
        body: SettingsChange,
        response: { 200: Success(StockSettings) },
      },
    },
    async (request, reply) => {
      const seen = readIfMatch(request);
      const changed = await request.inTenant((tx, actor) =>
        changeSettings(tx, actor, clock(), request.body.importsTakeStock, seen),
      );
      return withEtag(reply, present(changed));
    },
  );
}

async function changeSettings(
  tx: Tx,
  actor: Actor,
  now: Date,
  importsTakeStock: boolean | undefined,
  seen: number | null,
): Promise<SettingsRow> {
  const before = rowAtVersion(await lockSettings(tx, now), seen, 'settings');
  if (importsTakeStock === undefined || importsTakeStock === before.imports_take_stock) return before;
  const after = { imports_take_stock: importsTakeStock, version: before.version + 1 };
  await updateSettings(tx, now, after);
  await audit(tx, actor, now, {
    action: 'inventory_settings.updated',
    subjectType: 'inventory_settings',
    subjectId: actor.tenant.id,
    details: { importsTakeStock },
  });
  return after;
}

const present = (row: SettingsRow) => ({ importsTakeStock: row.imports_take_stock, version: row.version });

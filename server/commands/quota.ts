/** `quota`: shows a tenant's usage, and sets its own quotas instead of those of the settings. */

import { connectAsOwner } from '#kernel/db/migrate.ts';
import { readUsage, setQuota } from '#kernel/usage.ts';
import type { UsageKind } from '#kernel/usage-kinds.ts';
import { FACTS } from '../facts.ts';
import { type Settings, USAGE_KINDS } from '../settings.ts';
import { tenantOf, withKernel } from './admin.ts';
import { UsageError } from './failures.ts';
import { print, table } from './output.ts';

const UNITS: Record<string, number> = { '': 1, kib: 1024, mib: 1024 ** 2, gib: 1024 ** 3, tib: 1024 ** 4 };

export async function quotaCommand(
  config: Settings,
  name: string | undefined,
  amount: string | undefined,
  options: { json?: boolean; tenant: string },
): Promise<void> {
  const kind = LIMITED.find((candidate) => candidate.name === name);
  if (name !== undefined && kind === undefined) {
    const names = LIMITED.map((each) => each.name).join(', ');
    throw new UsageError(`"${name}" has no quota. There are: ${names}.`);
  }
  if (kind !== undefined && amount === undefined) {
    throw new UsageError('Say how much: a number, 20GiB, none for no limit, or default.');
  }
  const allowed = kind === undefined ? undefined : readAmount(kind, amount!);
  const usage = await withKernel(config, async (kernel, address) => {
    const { id } = await tenantOf(kernel, options.tenant);
    if (kind !== undefined) {
      const owner = await connectAsOwner(address);
      await setQuota(owner, id, kind, allowed).finally(() => owner.end());
    }
    return kernel.db.readInTenant(id, (tx) =>
      readUsage(tx, config.quotas, new Map(FACTS.flatMap(({ countUsage }) => [...(countUsage ?? [])]))),
    );
  });
  const rows = usage.map(({ kind, unit, used, allowed }) => ({
    kind,
    used: shown(used, unit),
    allowed: allowed === null ? 'no limit' : shown(allowed, unit),
  }));
  print(options, usage, table(rows, 'Nothing is limited.'));
}

const LIMITED = USAGE_KINDS.filter((kind) => 'quota' in kind);

function readAmount({ name, unit: counted }: UsageKind, text: string): number | null | undefined {
  if (text === 'default') return undefined;
  if (text === 'none') return null;
  const [, digits, unit = ''] = /^(\d{1,15})(|[KMGT]iB)$/i.exec(text) ?? [];
  if (digits === undefined || (counted === 'rows' && unit !== '')) {
    throw new UsageError(
      `"${text}" is not an amount of ${name}: a number, ${counted === 'bytes' ? '20GiB, ' : ''}none or default.`,
    );
  }
  return Number(digits) * UNITS[unit.toLowerCase()]!;
}

const shown = (amount: number, unit: 'bytes' | 'rows') =>
  unit === 'rows' ? amount.toLocaleString('en') : `${(amount / UNITS.mib!).toFixed(1)} MiB`;

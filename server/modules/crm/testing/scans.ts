/** Reads PostgreSQL's plans of order lists, for tests. */
import assert from 'node:assert/strict';
import pg from 'pg';
import type { Db, Tx } from '#kernel/db/db.ts';
import { findOrders, readFilter } from '../orders/lists/list.ts';
import type { OrderQuery } from '../orders/lists/list-fields.ts';

// biome-ignore lint/suspicious/noExplicitAny: a plan is walked as the plain data it is
type Node = any;
export type Scan = { type: string; table: string; index: string; condition: string; rows: number };

const scansOf = (node: Node): Scan[] => [
  ...(node['Index Name'] || node['Relation Name']
    ? [
        {
          type: node['Node Type'],
          table: node['Relation Name'] ?? '',
          index: node['Index Name'] ?? '',
          condition: node['Index Cond'] ?? '',
          rows: node['Relation Name']
            ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
            : 0,
        },
      ]
    : []),
  ...(node.Plans ?? []).flatMap(scansOf),
];

/** Formats a value as a literal: EXECUTE of a statement prepared by hand takes no parameters. */
const literal = (value: unknown): string =>
  value instanceof Date
    ? `'${value.toISOString()}'`
    : Array.isArray(value)
      ? `array[${value.map(literal).join(', ')}]`
      : pg.escapeLiteral(String(value));

/** Every scan of every statement of a list, planned as in production: prepared, with one plan for all values. */
export async function scansFor(db: Db, tenantId: string, query: Partial<OrderQuery>): Promise<Scan[]> {
  const scans: Scan[] = [];
  let prepared = 0;
  await db.inTenant(tenantId, async (tx) => {
    const explaining: Tx = {
      ...tx,
      query: async (statement, values = []) => {
        const text = typeof statement === 'string' ? statement : statement.text;
        const name = `explained_${prepared++}`;
        await tx.query(`prepare ${name} as ${text}`);
        const call = values.length === 0 ? name : `${name} (${values.map(literal).join(', ')})`;
        const { rows } = await tx.query(`explain (analyze, format json) execute ${call}`);
        await tx.query(`deallocate ${name}`);
        const [{ Plan: plan }] = JSON.parse(rows[0]!['QUERY PLAN'] as string);
        scans.push(...scansOf(plan));
        return tx.query(text, values);
      },
    };
    await findOrders(explaining, readFilter({ limit: 25, sort: 'createdAt', order: 'desc', ...query }));
  });
  return scans;
}

export const rowsOf = (scans: Scan[]) => scans.reduce((sum, scan) => sum + scan.rows, 0);

export function assertByIndex(scans: Scan[]): void {
  const shown = JSON.stringify(scans, null, 1);
  for (const scan of scans) {
    assert.match(scan.type, /^Index/, shown);
    assert.match(scan.condition, /tenant_id = /, shown);
  }
}

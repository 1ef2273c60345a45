/** Every figure that the alerts and the Grafana dashboard ask for is one that the program has, with those labels. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { parse, stringify } from 'yaml';
import { openInbox, startWork, subscribe } from '../server/modules/webhooks/testing/receiver.ts';
import { newTenant, useApp } from '../server/testing.ts';

/** Prometheus adds these itself. */
const LABELS_OF_TARGETS = ['job', 'instance'];

type Rule = { alert: string; expr: string; annotations: { summary: string } };
type Panel = { title: string; targets: { expr: string; legendFormat: string }[] };

const read = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8');
const alerts: { groups: { rules: Rule[] }[] } = parse(read('prometheus/alerts.yml'));
const rules = alerts.groups.flatMap((group) => group.rules);
const { panels }: { panels: Panel[] } = JSON.parse(read('grafana/colonnade.json'));
const asked = [
  ...rules.map(({ alert, expr, annotations }) => ({ what: alert, expr, shown: annotations.summary })),
  ...panels.flatMap(({ title, targets }) =>
    targets.map(({ expr, legendFormat }) => ({ what: title, expr, shown: legendFormat })),
  ),
];

const test = await useApp();
const tenant = await newTenant(test);
/** The values of each label of each figure. */
const figures = new Map<string, Map<string, Set<string>>>();

const theFile = { after } as never;
const inbox = await openInbox(theFile);
await subscribe(test, tenant, inbox, ['redirect.added']);
startWork(test, theFile);
const items = [{ sku: 'TEA-1', name: 'Tea', quantity: 1, unitPrice: 4.5 }];
const body = { customerId: await tenant.customer(), items };
assert.equal((await test.call('POST', '/v1/crm/orders', { token: tenant.key, body })).status, 201);
await test.call('POST', '/v1/redirects', { token: tenant.key, body: { from: '/old', to: '/new' } });
await inbox.arrived(1);
const { text } = await test.call('GET', '/metrics');
for (const [, name, type] of text.matchAll(/^# TYPE (\w+) (\w+)$/gm)) {
  const names = type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name!];
  for (const each of names) figures.set(each, new Map());
}
for (const [, name, labels = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
  for (const [, label, value] of labels.matchAll(/(\w+)="([^"]*)"/g)) {
    const values = figures.get(name!)!;
    values.set(label!, (values.get(label!) ?? new Set()).add(value!));
  }
}

describe('the alerts and the dashboard', () => {
  for (const { what, expr, shown } of asked) {
    it(`ask for figures that exist: ${what}`, () => {
      const names = expr.match(/\b(colonnade|nodejs|process)_\w+/g) ?? [];
      assert.ok(names.length > 0 || /^up\{/.test(expr), expr);
      // `process` is there when PROCESSES is more than 1.
      const known = new Set([...LABELS_OF_TARGETS, 'process']);
      for (const name of names) {
        assert.ok(figures.has(name), `there is no ${name}`);
        for (const label of figures.get(name)!.keys()) known.add(label);
      }
      // A counter of failures without any failure has no labels yet.
      if (names.some((name) => name.endsWith('_failures_total') || name.endsWith('_refusals_total'))) return;
      const grouped = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list]) => list!.split(/,\s*/));
      const named = [...shown.matchAll(/\{\{\s*(?:\$labels\.)?(\w+)\s*\}\}/g)].map(([, label]) => label!);
      for (const label of [...grouped, ...named]) assert.ok(known.has(label), `there is no label ${label}`);
      for (const [, name, matchers] of expr.matchAll(/(\w+)\{([^}]*)\}/g)) {
        for (const [, label, how, value] of matchers!.matchAll(/(\w+)([!=]~?=?)"([^"]*)"/g)) {
          if (LABELS_OF_TARGETS.includes(label!)) continue;
          const values = figures.get(name!)!.get(label!);
          assert.ok(values !== undefined, `${name} has no label ${label}`);
          if (!how!.endsWith('~')) assert.ok(values.has(value!), `${label} of ${name} is never ${value}`);
        }
      }
    });
  }

  it('cover the figures that the README says to alert on', () => {
    const readme = read('../README.md').replaceAll(/\s+/g, ' ');
    const sentences = [...readme.matchAll(/Alert on [^.]*/g)].join();
    const names = [...sentences.matchAll(/colonnade_\w+/g)].map(([name]) => name);
    assert.ok(names.length >= 4);
    for (const name of names)
      assert.ok(
        rules.some(({ expr }) => expr.includes(name)),
        name,
      );
  });

  it('are those that docs/scaling.md goes by', () => {
    const scaling = read('../docs/scaling.md');
    const names = [...scaling.matchAll(/\b(colonnade|process)_[a-z_]+/g)].map(([name]) => name);
    assert.ok(names.length >= 10);
    for (const name of names) assert.ok(figures.has(name) || figures.has(`${name}_count`), name);
    for (const [alert] of scaling.matchAll(/\bColonnade[A-Z]\w+/g)) {
      assert.ok(
        rules.some((rule) => rule.alert === alert),
        alert,
      );
    }
  });

  const promtool = spawnSync('promtool', ['--version']).status === 0;
  it('are valid for Prometheus', { skip: promtool ? false : 'promtool is not installed' }, (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'colonnade-rules-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const records = panels.flatMap(({ targets }) =>
      targets.map(({ expr }, index) => ({
        record: `panel:${index}`,
        expr: expr.replaceAll('$__rate_interval', '5m').replaceAll('$job', 'colonnade'),
      })),
    );
    writeFileSync(
      join(folder, 'panels.yml'),
      stringify({ groups: records.map((rule, index) => ({ name: `panel ${index}`, rules: [rule] })) }),
    );
    execFileSync('promtool', ['check', 'rules', join(folder, 'panels.yml')], { stdio: 'pipe' });
    execFileSync('promtool', ['check', 'config', join(import.meta.dirname, 'prometheus/prometheus.yml')], {
      stdio: 'pipe',
    });
  });
});

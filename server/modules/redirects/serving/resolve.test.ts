import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { splitTarget } from '../paths.ts';
import { rule, tableOf } from '../testing/rules.ts';
import { onSite, resolveRedirect } from './resolve.ts';
import { locationOf } from './serving.ts';

const NOON = Date.parse('2030-01-01T12:00:00Z');

function ask(table: ReturnType<typeof tableOf>, url: string, hosts: string[] = [], at = NOON) {
  const { path, query } = splitTarget(url);
  const journey = resolveRedirect(table, hosts, onSite(path, query), at);
  return journey && { to: locationOf(journey.end, ''), code: journey.statusCode, ...journey };
}
const leads = (table: ReturnType<typeof tableOf>, url: string) => ask(table, url)?.to;

describe('a path matches', () => {
  it('an exact rule only with the same path, however that is spelled', () => {
    const table = tableOf('/caf\u00e9 → /new');
    assert.equal(leads(table, '/caf%c3%a9'), '/new');
    assert.equal(leads(table, '/x/../caf\u00e9'), '/new');
    for (const other of ['/caf\u00e9/x', '/cafe', '/']) assert.equal(leads(table, other), undefined);
  });

  it('in any letter case, with or without a slash at its end, where no rule has it as it is', () => {
    const table = tableOf('/Sale → /offers', '/\u00dcber/ → /about', '/Blog/* → /news', '/x?id=5 → /five');
    for (const path of ['/Sale', '/sale', '/SALE/', '/sale//'])
      assert.equal(leads(table, path), '/offers', path);
    for (const path of ['/\u00fcber', '/%c3%9cBER/']) assert.equal(leads(table, path), '/about', path);
    assert.equal(leads(table, '/bLOG/2030/May'), '/news/2030/May');
    assert.equal(leads(table, '/X/?id=5'), '/five');
    for (const other of ['/sales', '/sale/x', '/blogger', '/X?id=6', '/%ff', '/%FF/'])
      assert.equal(leads(table, other), undefined, other);
    assert.equal(leads(tableOf(rule('/Old → ', { status_code: 410 })), '/old/'), '/old/');
  });

  it('as it is first, and a rule from one spelling to another only as it is', () => {
    const table = tableOf('/A → /big', '/a → /small', '/About/ → /about', '/Shop/* → /shop');
    assert.deepEqual([leads(table, '/A'), leads(table, '/a')], ['/big', '/small']);
    assert.deepEqual([leads(table, '/About/'), leads(table, '/Shop/tea')], ['/about', '/shop/tea']);
    for (const path of ['/about', '/about/', '/ABOUT', '/shop/tea', '/SHOP'])
      assert.equal(leads(table, path), undefined, path);
    table.remove(table.meeting('/A', '')[Symbol.iterator]().next().value!.id);
    assert.equal(leads(table, '/A'), '/small');
  });

  it('as it is alone, where its rules would lead in circles otherwise', () => {
    const table = tableOf('/Blog → /x', '/x → /blog');
    assert.equal(leads(table, '/Blog'), '/blog');
    assert.equal(leads(table, '/blog'), undefined);
    assert.equal(leads(tableOf('/a → /B', '/b → /A'), '/a'), '/B');
  });

  it('a prefix rule with the prefix and what is below it, but not with the same beginning alone', () => {
    const table = tableOf('/blog/* → /news');
    assert.equal(leads(table, '/blog'), '/news');
    assert.equal(leads(table, '/blog/'), '/news/');
    assert.equal(leads(table, '/blog/2030/x'), '/news/2030/x');
    assert.equal(leads(table, '/blogger'), undefined);
  });

  it('the most specific of several rules: exact, then the longest prefix', () => {
    const table = tableOf('/* → /home', '/a/* → /short', '/a/b/* → /long', '/a/b/c → /exact');
    assert.equal(leads(tableOf('/* → https://new.example/home'), '/x'), 'https://new.example/home/x');
    assert.equal(ask(table, '/a/b/c')!.way[1], '/exact');
    assert.equal(ask(table, '/a/b/d')!.way[1], '/long/d');
    assert.equal(ask(table, '/a/d')!.way[1], '/short/d');
  });

  it('a rule with a query only when the request has it, in whatever order', () => {
    const table = tableOf('/index.php?id=5&x=1 → /five', '/index.php → /all');
    assert.equal(leads(table, '/index.php?x=1&id=5'), '/five');
    assert.equal(leads(table, '/index.php?id=5'), '/all?id=5');
    assert.equal(leads(table, '/index.php'), '/all');
  });

  it('a rule only while it is active; outside of its time the next one counts', () => {
    const [from, until] = [new Date(NOON), new Date(NOON + 1000)];
    const table = tableOf(rule('/a → /sale', { active_from: from, active_until: until }), '/a/* → /usual');
    assert.equal(ask(table, '/a', [], NOON - 1)!.to, '/usual');
    assert.equal(ask(table, '/a', [], NOON)!.to, '/sale');
    assert.equal(ask(table, '/a', [], NOON + 1000)!.to, '/usual');
  });
});

describe('the target of a rule', () => {
  it('has the query of the request after its own, or drops it', () => {
    assert.equal(leads(tableOf('/a → /b?x=1#part'), '/a?y=2'), '/b?x=1&y=2#part');
    assert.equal(leads(tableOf(rule('/a → /b?x=1', { query: 'drop' })), '/a?y=2'), '/b?x=1');
  });

  it('has what follows a prefix below its path, also on another host', () => {
    const table = tableOf('/a/* → https://other.example', '/b/* → https://other.example/x/?q=1');
    assert.equal(leads(table, '/a/.evil.example'), 'https://other.example/.evil.example');
    assert.equal(leads(table, '/a//evil.example'), 'https://other.example/evil.example');
    assert.equal(leads(table, '/b/c'), 'https://other.example/x/c?q=1');
  });
});

describe('rules that follow each other', () => {
  it('are resolved to the end, so that the visitor gets one redirect', () => {
    const found = ask(tableOf('/a → /b', '/b → /c/x', '/c/* → https://other.example'), '/a?q=1')!;
    assert.equal(found.to, 'https://other.example/x?q=1');
    assert.deepEqual(found.way, ['/a?q=1', '/b?q=1', '/c/x?q=1', 'https://other.example/x?q=1']);
  });

  it("continue at a complete URL of the site's own domain, and not at any other", () => {
    const table = tableOf('/a → https://shop.example/b', '/b → /c');
    assert.equal(ask(table, '/a', ['shop.example'])!.to, 'https://shop.example/c');
    assert.equal(ask(table, '/a', [])!.to, 'https://shop.example/b');
  });

  it('are permanent only if all are, and keep the method only if all do', () => {
    const codes = (...all: number[]) =>
      ask(tableOf(...all.map((status_code, at) => rule(`/${at} → /${at + 1}`, { status_code }))), '/0')!.code;
    assert.deepEqual(
      [
        codes(301),
        codes(302),
        codes(307),
        codes(308),
        codes(301, 308),
        codes(308, 308),
        codes(308, 307),
        codes(301, 307),
      ],
      [301, 302, 307, 308, 301, 308, 307, 302],
    );
  });

  it('that end in a loop have no target', () => {
    assert.equal(ask(tableOf('/a → /b', '/b → /a'), '/a')!.isLoop, true);
  });
});

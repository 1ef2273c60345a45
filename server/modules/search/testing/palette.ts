/** Shared by the tests of search: publish events, let background work catch up, and search. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { publish } from '#kernel/events/publish.ts';
import { entityChanged, entityRemoved, type SearchText } from '#kernel/events/search.ts';
import { newId } from '#kernel/id.ts';
import type { TestApp, TestTenant } from '../../../testing.ts';

export type Found = { entity: string; id: string; title: string; subtitle: string | null };

export function usePalette(test: TestApp) {
  /** Publishes as the owning module does, in the transaction of the change. */
  async function tell(of: TestTenant, entity: string, what: Partial<SearchText>, id = newId()) {
    const text = { title: '', subtitle: null, text: '', ...what };
    await test.db.inTenant(of.id, (tx) => publish(tx, test.now(), entityChanged(entity, id, text)));
    return id;
  }

  const tellRemoved = (of: TestTenant, entity: string, id: string) =>
    test.db.inTenant(of.id, (tx) => publish(tx, test.now(), entityRemoved(entity, id)));

  async function settle(): Promise<void> {
    const work = test.startWork();
    while ((await test.db.acrossTenantsQuery('select from event_queue')).rowCount > 0) await sleep(2);
    await work.stop();
  }

  const ask = (of: TestTenant, q: string, more = '', token = of.key) =>
    test.call('GET', `/v1/search?q=${encodeURIComponent(q)}${more}`, { token });

  async function search(of: TestTenant, q: string, more = '', token = of.key): Promise<Found[]> {
    const answer = await ask(of, q, more, token);
    assert.equal(answer.status, 200, answer.text);
    return answer.body.data;
  }

  const titles = async (of: TestTenant, q: string, more = '') =>
    (await search(of, q, more)).map(({ title }) => title);

  async function post(of: TestTenant, url: string, body: object = {}, token = of.key): Promise<string> {
    const answer = await test.call('POST', url, { token, body });
    assert.ok(answer.status < 300, answer.text);
    return answer.body.data.id;
  }

  return { tell, tellRemoved, settle, ask, search, titles, post };
}

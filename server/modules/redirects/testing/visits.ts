/** Shared by the tests of serving: a property with rules, and visits to it. */
import assert from 'node:assert/strict';
import { newTenant, type TestApp, type TestTenant } from '../../../testing.ts';

export type TestSite = {
  tenant: TestTenant;
  id: string;
  domain: string;
  add(from: string, to: string, more?: object): Promise<string>;
  change(id: string, body: object): Promise<void>;
  remove(id: string): Promise<void>;
  /** Visits by the property's id. */
  visit(path: string, by?: TestApp, method?: string): ReturnType<TestApp['call']>;
  /** Visits by its proved domain. */
  knock(path: string, by?: TestApp, method?: string): ReturnType<TestApp['call']>;
};

let made = 0;

export async function openSite(test: TestApp, more: object = {}): Promise<TestSite> {
  const tenant = await newTenant(test);
  const domain = `site-${process.pid}-${++made}.test`;
  const ask = async (method: string, url: string, body?: object) => {
    const answer = await test.call(method, url, { token: tenant.key, body });
    assert.ok(answer.status < 300, answer.text);
    return answer.body.data;
  };
  const { id } = await ask('POST', '/v1/properties', { name: 'Shop', domains: [domain], ...more });
  await ask('POST', `/v1/properties/${id}/verify`);
  return {
    tenant,
    id,
    domain,
    add: async (from, to, rest = {}) =>
      (await ask('POST', '/v1/redirects', { propertyId: id, from, to, ...rest })).id,
    change: (redirect, body) => ask('PATCH', `/v1/redirects/${redirect}`, body),
    remove: (redirect) => ask('DELETE', `/v1/redirects/${redirect}`),
    visit: (path, by = test, method = 'GET') => by.call(method, `/r/${id}${path}`),
    knock: (path, by = test, method = 'GET') => by.call(method, path, { headers: { host: domain } }),
  };
}

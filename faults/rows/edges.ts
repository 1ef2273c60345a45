/** Misleading requests: X-Forwarded-Host names another tenant's site, or an Idempotency-Key is used for something else. */
import { get } from 'node:http';
import { call } from '../client.ts';
import { openInstallation } from '../installation.ts';
import type { Row } from '../stage.ts';

const forwardedHost: Row = {
  name: "a request with somebody else's X-Forwarded-Host",
  async run(stage) {
    const installation = await openInstallation(stage);
    await installation.api({ TRUST_PROXY: '127.0.0.1' });
    const evil = await installation.newTenant();
    const property = await evil.ask('POST', '/v1/properties', { name: 'Evil', domains: ['evil.example'] });
    const rule = { from: '/sign-in', to: 'https://evil.example/phish', propertyId: property.body.data.id };
    await evil.ask('POST', '/v1/redirects', rule);
    await installation.asOwner((owner) => owner.query('update property_domains set verified_at = now()'));
    const locationFor = (headers: Record<string, string>) =>
      new Promise<string>((resolve, reject) => {
        get(`${installation.url}/sign-in`, { headers }, (answer) => {
          answer.resume();
          resolve(answer.headers.location ?? String(answer.statusCode));
        }).on('error', reject);
      });
    const own = await locationFor({ host: 'evil.example' });
    stage.check(`its own visitors are sent there: ${own}`, own.includes('evil.example'));
    const locations = await Promise.all(
      ['x-forwarded-host: evil.example', 'forwarded: host=evil.example'].map((header) => {
        const [name, value] = header.split(': ') as [string, string];
        return locationFor({ [name]: value });
      }),
    );
    stage.check(
      `nobody else is: ${locations}`,
      locations.every((location) => !location.includes('evil')),
    );
    stage.note({ answers: locations.join(' ') });
  },
};

const otherQuery: Row = {
  name: 'one Idempotency-Key and file, for two sites',
  async run(stage) {
    const installation = await openInstallation(stage);
    await installation.api();
    const tenant = await installation.newTenant();
    const newProperty = async (name: string): Promise<string> =>
      (await tenant.ask('POST', '/v1/properties', { name })).body.data.id;
    const ids = [await newProperty('one'), await newProperty('two')];
    const into = (id: string) =>
      call('POST', `${installation.url}/v1/redirects/import?propertyId=${id}`, {
        ...{ token: tenant.key, key: 'import 1', file: 'from,to\n/a,/b\n' },
      });
    const [first, second] = [await into(ids[0]!), await into(ids[1]!)];
    stage.check(`the first is done: ${first.status}`, first.status === 200);
    stage.check(
      `the second is not taken for the first: ${second.status}`,
      second.status >= 400 && !second.replayed,
    );
    const again = await into(ids[0]!);
    stage.check('the first is replayed', again.replayed);
    stage.note({ 'second gets': second.status });
  },
};

export const edgeRows: Row[] = [forwardedHost, otherQuery];

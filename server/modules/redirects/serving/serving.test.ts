import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { cases } from '#kernel/testing/depth.ts';
import { newTenant, useApp } from '../../../testing.ts';
import { openSite } from '../testing/visits.ts';

const test = await useApp();

describe('a visitor', () => {
  it('is redirected by the id of the property, to its main domain', async () => {
    const site = await openSite(test);
    await site.add('/old', '/new?x=1');
    const { status, headers, text } = await site.visit('/old?y=2');
    assert.deepEqual([status, headers.location, text], [301, `https://${site.domain}/new?x=1&y=2`, '']);
  });

  it('is redirected by the domain, to a path on the requested host', async () => {
    const site = await openSite(test);
    await site.add('/old', '/new');
    for (const host of [site.domain, site.domain.toUpperCase(), `${site.domain}:8080`, `${site.domain}.`]) {
      const { status, headers } = await test.call('GET', '/old', { headers: { host } });
      assert.deepEqual([status, headers.location], [301, '/new'], host);
    }
  });

  it('is redirected in any letter case, with or without a slash at the end', async () => {
    const site = await openSite(test);
    await site.add('/Summer-Sale', '/offers');
    for (const typed of ['/Summer-Sale', '/summer-sale', '/SUMMER-SALE/'])
      assert.equal((await site.knock(typed)).headers.location, '/offers', typed);
    assert.equal((await site.knock('/summer')).status, 404);
  });

  it('of a property without a domain gets the bare path, to which the fetching program adds a host', async () => {
    const site = await openSite(test, { domains: [] });
    await site.add('/old', '/new');
    assert.equal((await site.visit('/old')).headers.location, '/new');
  });

  it('gets each status code as it was set, and HEAD is answered like GET', async () => {
    const site = await openSite(test);
    for (const statusCode of [301, 302, 307, 308]) {
      await site.add(`/${statusCode}`, '/new', { statusCode });
      for (const method of ['GET', 'HEAD']) {
        assert.equal((await site.visit(`/${statusCode}`, test, method)).status, statusCode);
        assert.equal((await site.knock(`/${statusCode}`, test, method)).status, statusCode);
      }
    }
  });

  it('gets 404 in the envelope for a path without a rule, and for an unknown property', async () => {
    const site = await openSite(test);
    const unknown = [
      await site.visit('/nothing'),
      await site.knock('/nothing'),
      await site.knock('/v1/me'),
      await test.call('GET', `/r/${crypto.randomUUID()}/old`),
      await test.call('GET', '/r/nonsense/old'),
    ];
    for (const { status, body, headers } of unknown) {
      assert.deepEqual(
        [status, body.error.code, body.error.message],
        [404, 'not_found', 'Redirect not found.'],
      );
      assert.equal(headers['cache-control'], 'no-store');
    }
  });

  it('gets no cookie, and may cache a permanent answer for five minutes, a temporary one not at all', async () => {
    const site = await openSite(test);
    const activeUntil = new Date(test.now().getTime() + 60_500).toISOString();
    await site.add('/for-ever', '/new');
    await site.add('/for-a-minute', '/new', { activeUntil });
    await site.add('/for-now', '/new', { statusCode: 302 });
    const remembered = async (path: string) => {
      const { headers } = await site.visit(path);
      assert.equal(headers['set-cookie'], undefined);
      return headers['cache-control'];
    };
    assert.equal(await remembered('/for-ever'), 'public, max-age=300');
    assert.match(String(await remembered('/for-a-minute')), /^public, max-age=(59|60)$/);
    assert.equal(await remembered('/for-now'), 'no-cache');
  });

  it('is redirected during the active time of a rule, and not before or after', async () => {
    const site = await openSite(test);
    const [from, until] = [3_600_000, 7_200_000].map((ms) =>
      new Date(test.now().getTime() + ms).toISOString(),
    );
    await site.add('/sale', '/offers', { activeFrom: from, activeUntil: until });
    assert.equal((await site.visit('/sale')).status, 404);
    test.advance(3_700_000);
    assert.equal((await site.visit('/sale')).status, 301);
    test.advance(3_600_000);
    assert.equal((await site.visit('/sale')).status, 404);
  });

  it('is sent to the end of a chain at once', async () => {
    const site = await openSite(test);
    await site.add('/b', '/c');
    await site.add('/c', '/d', { statusCode: 302 });
    await site.add('/a', '/b');
    const { status, headers } = await site.knock('/a?q=1');
    assert.deepEqual([status, headers.location], [302, '/d?q=1']);
  });
});

describe('the host name of a site', () => {
  it('serves none of our routes, and no other method', async () => {
    const site = await openSite(test);
    assert.equal((await site.knock('/healthz')).status, 404);
    const posted = await test.call('POST', '/v1/crm/customers', {
      token: site.tenant.key,
      body: { name: 'Ada' },
      headers: { host: site.domain },
    });
    assert.deepEqual([posted.status, posted.headers.allow], [405, 'GET, HEAD']);
  });

  it('that is not proved serves us, like any other name of this machine', async () => {
    const name = 'nobody-proved-this.test';
    assert.equal((await test.call('GET', '/healthz', { headers: { host: name } })).status, 200);
  });

  it('stops serving with its property and with the module', async () => {
    const site = await openSite(test);
    await site.add('/old', '/new');
    const owner = await site.tenant.staff('owner');
    const turn = (how: string) => test.call('POST', `/v1/modules/redirects/${how}`, { token: owner });
    await turn('deactivate');
    assert.deepEqual([(await site.visit('/old')).status, (await site.knock('/old')).status], [404, 404]);
    await turn('activate');
    assert.deepEqual([(await site.visit('/old')).status, (await site.knock('/old')).status], [301, 301]);
    await test.call('PATCH', `/v1/properties/${site.id}`, { token: site.tenant.key, body: { domains: [] } });
    assert.deepEqual([(await site.visit('/old')).status, (await site.knock('/old')).status], [301, 404]);
    assert.equal((await site.visit('/old')).headers.location, '/new');
  });
});

it("the rules of one tenant's property are never those of another's", async () => {
  const [one, other] = [await openSite(test), await openSite(test)];
  await one.add('/only-here', '/new');
  assert.equal((await other.visit('/only-here')).status, 404);
  const stranger = await newTenant(test);
  const url = `/v1/redirects/resolve?propertyId=${one.id}&path=/only-here`;
  assert.equal((await test.call('GET', url, { token: stranger.key })).status, 404);
});

it('no path or query redirects to another host or breaks out of its header, sent as raw bytes', async () => {
  const site = await openSite(test);
  await site.add('/', '/home', { match: 'exact' });
  await site.add('/p', '/', { match: 'prefix' });
  await site.add('/q', '/below', { match: 'prefix' });
  await site.add('/out', 'https://other.example', { match: 'prefix' });
  const address = await test.app.listen({ port: 0, host: '127.0.0.1' }).then(() => test.app.server.address());
  const { port } = address as AddressInfo;
  const ask = async (target: string): Promise<string> => {
    const socket = connect(port, '127.0.0.1');
    socket
      .setEncoding('latin1')
      .write(`GET ${target} HTTP/1.1\r\nHost: ${site.domain}\r\nConnection: close\r\n\r\n`);
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    await once(socket, 'close');
    return answer;
  };
  const part = fc.constantFrom(
    ...[
      '/',
      '//',
      '\\',
      '..',
      '/../',
      '%2e%2e/',
      '%2f%2fevil.example',
      '%5c',
      '%0d%0aSet-Cookie:a=b',
      '%00',
      '%',
    ],
    ...[
      '@evil.example',
      ':80',
      '?',
      '#',
      '&',
      '=//evil.example',
      'evil.example',
      'https://evil.example',
      '\u00e9',
    ],
    ...['\t', ';', '*', '.evil.example'],
  );
  const start = fc.constantFrom('/', '/p', '/p/', '/q', '/q/', '/out', '/out/', '//p/', '/x/../p/');
  const target = fc
    .tuple(start, fc.array(part, { maxLength: 5 }))
    .map(([begin, parts]) => begin + parts.join(''));
  await fc.assert(
    fc.asyncProperty(target, async (text) => {
      const answer = await ask(text);
      assert.match(answer, /^HTTP\/1\.1 (301|400|404) /);
      const head = answer.split('\r\n\r\n')[0]!;
      assert.doesNotMatch(head, /^set-cookie/im);
      const location = /^location: (.*)$/im.exec(head)?.[1];
      if (location === undefined) return;
      assert.match(location, /^[\x21-\x7e]+$/);
      const { host } = new URL(location, `https://${site.domain}`);
      assert.ok(
        host === site.domain || (host === 'other.example' && text.includes('out')),
        `${text}: ${location}`,
      );
    }),
    { numRuns: cases(400) },
  );
});

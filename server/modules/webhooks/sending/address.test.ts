import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { spellings } from '../testing/spellings.ts';
import { type AddressPolicy, checkUrl, isAllowedAddress, parseNetworks } from './address.ts';
import { METADATA_IPV4, SPECIAL_IPV4 } from './special-networks.ts';

const production: AddressPolicy = { allowLoopback: false, allowNetworks: [] };
const development: AddressPolicy = { allowLoopback: true, allowNetworks: [] };

function codeFor(url: string, policy = production): string {
  const check = checkUrl(url, policy);
  return check.ok ? 'ok' : check.code;
}

for (const network of SPECIAL_IPV4) {
  test(`every spelling of an address in ${network} is refused`, () => {
    const [base, prefix] = network.split('/') as [string, string];
    const first = base.split('.').reduce((sum, byte) => sum * 256 + Number(byte), 0);
    const last = first + 2 ** (32 - Number(prefix)) - 1;
    fc.assert(
      fc.property(fc.integer({ min: first, max: last }), (address) => {
        for (const host of spellings(address)) {
          assert.equal(codeFor(`https://${host}/hook`), 'address_not_allowed', host);
        }
      }),
      { numRuns: 40, examples: [[first], [last]] },
    );
  });
}

test('the addresses just outside the special IPv4 networks are allowed', () => {
  const outside = ['9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255'];
  const more = [
    '169.253.255.255',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '198.20.0.0',
    '223.255.255.255',
  ];
  for (const ip of [...outside, ...more, '8.8.8.8', '168.63.129.17']) {
    assert.ok(isAllowedAddress(ip, production), ip);
    assert.equal(codeFor(`https://${ip}/`), 'ok');
  }
});

test('IPv6 is refused unless it is global unicast', () => {
  const local = [
    '::',
    '::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'febf::1',
    'fec0::1',
    'ff02::1',
    '5f00::1',
  ];
  const special = [
    '100::1',
    '2001::1',
    '2001:20::1',
    '2001:1ff::1',
    '2001:db8::1',
    '2002:808:808::1',
    '3fff::1',
  ];
  const carriers = [
    '::7f00:1',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
    '64:ff9b:1::1',
    '2620:4f:8000::1',
    '4000::1',
  ];
  for (const ip of [...local, ...special, ...carriers, '1fff::1', 'fd20:ce::254']) {
    assert.equal(isAllowedAddress(ip, production), false, ip);
    assert.equal(codeFor(`https://[${ip}]/`), 'address_not_allowed', ip);
  }
  for (const ip of [
    '2606:4700:4700::1111',
    '2a00:1450:4001::200e',
    '2001:4860:4860::8888',
    '2620:4f:8001::1',
  ]) {
    assert.ok(isAllowedAddress(ip, production), ip);
    assert.equal(codeFor(`https://[${ip}]/`), 'ok');
  }
});

test('a text that is not a plain address is refused', () => {
  for (const ip of [
    '',
    'fe80::1%eth0',
    '2606:4700::1%1',
    '127.1',
    '0x8080808',
    '08.8.8.8',
    '8.8.8.8 ',
    'a.b',
  ]) {
    assert.equal(isAllowedAddress(ip, development), false, ip);
  }
});

test('loopback is allowed in development only, and there also over plain http', () => {
  for (const host of [
    'localhost',
    'LOCALHOST',
    'localhost.',
    'hooks.localhost',
    '127.0.0.1',
    '127.9.9.9',
    '[::1]',
  ]) {
    assert.equal(codeFor(`https://${host}:8443/`), 'address_not_allowed', host);
    assert.equal(codeFor(`http://${host}:8080/`), 'https_required', host);
    assert.equal(codeFor(`https://${host}:8443/`, development), 'ok', host);
    assert.equal(codeFor(`http://${host}:8080/`, development), 'ok', host);
  }
  for (const host of [
    'example.com',
    'localhost.example.com',
    'notlocalhost',
    '8.8.8.8',
    '10.0.0.1',
    '[::ffff:127.0.0.1]',
  ]) {
    assert.equal(codeFor(`http://${host}/`, development), 'https_required', host);
  }
  assert.equal(codeFor('https://[::ffff:127.0.0.1]/', development), 'address_not_allowed');
  assert.equal(codeFor('https://10.0.0.1/', development), 'address_not_allowed');
});

test('an allow-listed network is reached by https, never by http', () => {
  const policy = { allowLoopback: false, allowNetworks: parseNetworks('10.2.0.0/16, fd12:3456::/32') };
  assert.equal(codeFor('https://10.2.7.7/', policy), 'ok');
  assert.equal(codeFor('https://[fd12:3456::9]/', policy), 'ok');
  assert.equal(codeFor('http://10.2.7.7/', policy), 'https_required');
  assert.equal(codeFor('https://10.3.0.1/', policy), 'address_not_allowed');
  assert.equal(codeFor('https://[::ffff:10.2.7.7]/', policy), 'address_not_allowed');
});

test('no allow-list opens a cloud metadata address or a form that embeds another address', () => {
  const allowNetworks = parseNetworks('0.0.0.0/1,128.0.0.0/1,::/1,8000::/1');
  const policy = { allowLoopback: false, allowNetworks };
  assert.ok(isAllowedAddress('10.0.0.1', policy));
  const metadata = METADATA_IPV4.map((network) => network.replace('/32', ''));
  for (const ip of [
    ...metadata,
    'fd00:ec2::254',
    '::ffff:10.0.0.1',
    '::a00:1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
  ]) {
    assert.equal(isAllowedAddress(ip, policy), false, ip);
  }
});

test('an ordinary https URL is accepted and returned parsed', () => {
  const check = checkUrl('HTTPS://Exämple.com.:8443/a%20b?c=d', production);
  assert.ok(check.ok);
  assert.equal(check.url.href, 'https://xn--exmple-cua.com.:8443/a%20b?c=d');
});

test('an unusable URL is refused with a code for each reason', () => {
  const cases: [string, string][] = [
    ['', 'invalid_url'],
    ['example.com/hook', 'invalid_url'],
    ['https://', 'invalid_url'],
    ['https://exa\nmple.com/', 'invalid_url'],
    [' https://example.com/', 'invalid_url'],
    ['https://example.com/\u0000', 'invalid_url'],
    ['https://[fe80::1%25eth0]/', 'invalid_url'],
    ['https://4294967296/', 'invalid_url'],
    ['https://256.0.0.1/', 'invalid_url'],
    ['ftp://example.com/', 'https_required'],
    ['http://example.com/', 'https_required'],
    ['javascript:alert(1)', 'https_required'],
    ['file:///etc/passwd', 'https_required'],
    ['https://user@example.com/', 'credentials_not_allowed'],
    ['https://:pass@example.com/', 'credentials_not_allowed'],
    ['https://127.0.0.1@example.com/', 'credentials_not_allowed'],
    ['https://example.com/#part', 'fragment_not_allowed'],
    ['https://example.com/#', 'fragment_not_allowed'],
    ['https://example.com:0/', 'port_not_allowed'],
    [`https://example.com/${'a'.repeat(2029)}`, 'url_too_long'],
    [`https://example.com/${'é'.repeat(700)}`, 'url_too_long'],
    ['https:\\\\127.0.0.1\\', 'invalid_url'],
    ['https://\u00ad127.0.0.1/', 'address_not_allowed'],
  ];
  for (const [url, code] of cases) assert.equal(codeFor(url), code, url);
  assert.equal(codeFor(`https://example.com/${'a'.repeat(2028)}`), 'ok');
});

test('an invalid network in the setting is refused with a message that quotes it', () => {
  assert.deepEqual(parseNetworks(''), []);
  assert.deepEqual(parseNetworks('10.2.0.0/16,'), [{ address: '10.2.0.0', prefix: 16, family: 'ipv4' }]);
  for (const text of [
    '10.2.0.0',
    '10.2.0.0/33',
    '10.2/16',
    'fd00::/129',
    'fe80::1%eth0/64',
    'office/24',
    '1.2.3.4/-1',
  ]) {
    assert.throws(
      () => parseNetworks(text),
      (error: Error) => error.message.includes(`"${text}" is not a network.`),
    );
  }
  assert.throws(() => parseNetworks('0.0.0.0/0'), /would allow every address/);
});

test('a URL without a host is refused, even if the parser would use part of the path', () => {
  for (const url of [
    'https:///hook',
    'https:hook',
    'https:/hook',
    'https:\\\\example.com/hook',
    'HTTPS:////example.com',
  ])
    assert.equal(codeFor(url), 'invalid_url', url);
});

test('in production, ports of services that do not speak HTTP are refused', () => {
  for (const port of [22, 25, 110, 143, 445, 3306, 5432, 6379, 11211, 27017])
    assert.equal(codeFor(`https://example.com:${port}/`), 'port_not_allowed', String(port));
  for (const port of [443, 8080, 8443, 3000, 9000, 10443])
    assert.equal(codeFor(`https://example.com:${port}/`), 'ok');
  assert.equal(codeFor('http://localhost:6379/', development), 'ok');
});

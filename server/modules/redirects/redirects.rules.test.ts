import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { cases } from '#kernel/testing/depth.ts';
import { newTenant, useApp } from '../../testing.ts';

const test = await useApp();
const tenant = await newTenant(test);

const add = (body: object) => test.call('POST', '/v1/redirects', { token: tenant.key, body });
let made = 0;
const newPath = () => `/page-${++made}`;

async function assertRefused(body: object, path: string, code = 'wrong_format'): Promise<void> {
  const answer = await add(body);
  assert.equal(answer.status, 422, answer.text);
  const found = answer.body.error.details.map((problem: { path: string; code: string }) => [
    problem.path,
    problem.code,
  ]);
  assert.deepEqual(found, [[path, code]]);
}

const NEITHER: Record<string, string> = {
  'two slashes, which browsers read as another host': '//evil.example',
  'three slashes': '///evil.example',
  'a slash and a backslash': '/\\evil.example',
  'a backslash and a slash': '\\/evil.example',
  'two backslashes': '\\\\evil.example',
  'a tab between two slashes, which browsers drop': '/\t/evil.example',
  'a line break between two slashes': '/\n/evil.example',
  'a line break that begins a header': '/x\r\nSet-Cookie: a=b',
  'a space': '/a b',
  'a no-break space': '/a\u00a0b',
  'a control character': '/a\u0001b',
  'no slash in front': 'page',
  'a relative path': '../page',
  'only a question mark': '?x=1',
  'only a fragment': '#x',
};

const NO_TARGET: Record<string, string> = {
  ...NEITHER,
  'javascript:': 'javascript:alert(1)',
  'javascript: in disguise': 'JaVaScRiPt:alert(1)',
  'javascript: behind a space': ' javascript:alert(1)',
  'javascript: with a tab inside': 'java\tscript:alert(1)',
  'data:': 'data:text/html,<script>alert(1)</script>',
  'file:': 'file:///etc/passwd',
  'ftp:': 'ftp://example.com/',
  'blob:': 'blob:https://example.com/x',
  'a user in front of the host': 'https://shop.example@evil.example/',
  'a user and a password': 'https://user:password@example.com/',
  'an empty user': 'https://@evil.example/',
  'a backslash before the at sign': 'https://shop.example\\@evil.example/',
  'no slashes behind the scheme': 'https:evil.example',
  'one slash behind the scheme': 'https:/evil.example',
  'three slashes behind the scheme': 'https:///evil.example',
  'backslashes behind the scheme': 'https:\\\\evil.example',
  'no host': 'https://',
  'a space in front': ' https://example.com/',
  'a line break behind': 'https://example.com/\n',
  'a line break inside': 'https://example.com/\r\nSet-Cookie: a=b',
  'a port that is none': 'https://example.com:99999/',
  'a host that is none': 'https://exa mple.com/',
};

describe('a path to redirect from cannot have', () => {
  for (const [what, from] of Object.entries(NEITHER)) {
    it(what, () => assertRefused({ from, to: '/new' }, 'from'));
  }
  it('an http address instead of a path', () =>
    assertRefused({ from: 'https://example.com/', to: '/new' }, 'from'));
});

describe('a place to redirect to cannot have', () => {
  for (const [what, to] of Object.entries(NO_TARGET)) {
    it(what, () => assertRefused({ from: newPath(), to }, 'to'));
  }
});

describe('a redirect', () => {
  it('may have any path or complete web address as its target', async () => {
    const targets = [
      '/',
      '/new',
      '/new/page?x=1&y=%20#part',
      '/käse/東京',
      '/a//b',
      '/@handle',
      'https://example.com',
      'http://example.com:8080/path?q=a@b#c',
      'HTTPS://EXAMPLE.COM/',
      'https://bücher.example/',
      'https://[2001:db8::1]/',
    ];
    for (const to of targets) {
      const { status, body } = await add({ from: newPath(), to });
      assert.equal(status, 201, to);
      assert.equal(body.data.to, to);
    }
  });

  it('cannot redirect to itself', () => assertRefused({ from: '/loop', to: '/loop' }, 'to', 'loop'));

  it('needs both ends, as texts of at most 2048 characters', async () => {
    await assertRefused({ to: '/new' }, 'from', 'required');
    await assertRefused({ from: '/old' }, 'to', 'required');
    await assertRefused({ from: '', to: '/new' }, 'from', 'too_short');
    await assertRefused({ from: '/old', to: 5 }, 'to', 'wrong_type');
    await assertRefused({ from: `/${'x'.repeat(2048)}`, to: '/new' }, 'from', 'too_long');
    await assertRefused({ from: '/old', to: `/${'x'.repeat(2048)}` }, 'to', 'too_long');
    await assertRefused({ from: '/old\u0000', to: '/new' }, 'from', 'text_not_allowed');
  });

  it('names everything that is wrong at once', async () => {
    const { body } = await add({ from: 'old', to: 'new' });
    assert.deepEqual(
      body.error.details.map((problem: { path: string }) => problem.path),
      ['from', 'to'],
    );
  });

  it('may start from a path of up to 2048 bytes, of any characters', async () => {
    const letters = (count: number) =>
      Array.from({ length: count }, (_, index) =>
        String.fromCodePoint(0x4e00 + ((index * 7919) % 20_000)),
      ).join('');
    assert.equal((await add({ from: `/${letters(682)}`, to: '/new' })).status, 201);
    await assertRefused({ from: `/${letters(683)}`, to: '/new' }, 'from', 'too_long');
    assert.equal((await add({ from: newPath(), to: `/${letters(2047)}` })).status, 201);
  });

  it('that is accepted never sends a browser to another host than it names', async () => {
    const part = fc.constantFrom(
      '/',
      '\\',
      '\t',
      '\n',
      ' ',
      ':',
      '@',
      '?',
      '#',
      '.',
      'https',
      'javascript',
      'evil.example',
    );
    const spelling = fc.array(part, { minLength: 1, maxLength: 7 }).map((parts) => parts.join(''));
    const anywhere = fc.oneof(
      spelling,
      spelling.map((text) => `/${text}`),
      spelling.map((text) => `https://${text}`),
    );
    await fc.assert(
      fc.asyncProperty(anywhere, async (to) => {
        const { status } = await add({ from: newPath(), to });
        assert.ok(status === 201 || status === 422, `${status}`);
        if (status === 422) return;
        const landed = new URL(to, 'https://shop.example/');
        const spelled = /^https?:\/\/([^/?#]+)/i.exec(to)?.[1] ?? 'shop.example';
        assert.equal(landed.host, new URL(`https://${spelled}`).host);
        assert.match(landed.protocol, /^https?:$/);
        assert.deepEqual([landed.username, landed.password], ['', '']);
      }),
      { numRuns: cases(300) },
    );
  });
});

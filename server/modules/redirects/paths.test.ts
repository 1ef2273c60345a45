import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { cases } from '#kernel/testing/depth.ts';
import { joinPath, normalPath, normalQuery, readTarget, sortedQuery, splitTarget } from './paths.ts';

/** Paths of attackers, mixed with those of ordinary visitors. */
export const nasty = fc
  .array(
    fc.constantFrom(
      ...[
        '/',
        '//',
        '\\',
        '\\\\',
        '.',
        '..',
        '%2e',
        '%2E%2e',
        '%2f',
        '%2F%2F',
        '%5c',
        '%',
        '%zz',
        '%0d%0a',
        '%00',
      ],
      ...[
        '\r\n',
        '\t',
        ' ',
        '@',
        ':',
        '?',
        '#',
        '&',
        '=',
        ';',
        'a',
        'é',
        '東',
        '\u{1f4a1}',
        '\u2028',
        'evil.example',
      ],
      ...['https:', 'javascript:', '~', '+', '*', '"', '<', '[', ']', '|'],
    ),
    { maxLength: 8 },
  )
  .map((parts) => `/${parts.join('')}`);

describe('the normal form of a path', () => {
  const SPELLINGS: [string, string][] = [
    ['/', '/'],
    ['/plain/path-1_2~3.html', '/plain/path-1_2~3.html'],
    ['/caf\u00e9', '/caf%C3%A9'],
    ['/caf%c3%a9', '/caf%C3%A9'],
    ['/%61bc', '/abc'],
    ['/a%2fb', '/a%2Fb'],
    ['/a/./b/../c', '/a/c'],
    ['/a/%2e%2e/b', '/b'],
    ['/a/..', '/'],
    ['/a/b/..', '/a/'],
    ['/../../x', '/x'],
    ['/x/..//evil.example', '/evil.example'],
    ['//evil.example', '/evil.example'],
    ['/\\evil.example', '/%5Cevil.example'],
    ['/a//b', '/a//b'],
    ['/100%', '/100%25'],
  ];
  for (const [given, normal] of SPELLINGS) {
    it(`${JSON.stringify(given)} is ${normal}`, () => assert.equal(normalPath(given), normal));
  }

  it('is the same for a path that is normal already', () => {
    fc.assert(fc.property(nasty, (path) => assert.equal(normalPath(normalPath(path)), normalPath(path))));
  });

  it('is printable ASCII that no browser takes for another host, whatever the input', () => {
    fc.assert(
      fc.property(nasty, (path) => {
        const normal = normalPath(path);
        assert.match(normal, /^\/(?!\/)[\x21-\x7e]*$/);
        assert.doesNotMatch(normal, /[\\?#]/);
        assert.equal(new URL(normal, 'https://shop.example').host, 'shop.example');
        // A browser that follows the path requests the very same one.
        assert.equal(normalPath(new URL(normal, 'https://shop.example').pathname), normal);
      }),
      { numRuns: cases(2000) },
    );
  });

  it('appends what follows a prefix below the target path, and nowhere else', () => {
    fc.assert(
      fc.property(nasty, nasty, (base, rest) => {
        const joined = joinPath(normalPath(base), normalPath(rest));
        assert.match(joined, /^\/(?!\/)/);
        assert.ok(joined.startsWith(normalPath(base).replace(/\/+$/, '')));
        assert.equal(new URL(joined, 'https://shop.example').host, 'shop.example');
      }),
      { numRuns: cases(2000) },
    );
  });
});

describe('a query', () => {
  it('contains nothing that could end the header it is put into', () => {
    fc.assert(
      fc.property(nasty, (text) => assert.match(normalQuery(text), /^[\x21-\x7e]*$/)),
      { numRuns: cases(1000) },
    );
  });

  it('is the same in any order of its parameters', () => {
    assert.equal(sortedQuery('b=2&a=%c3%a9'), sortedQuery('a=\u00e9&b=2'));
    assert.notEqual(sortedQuery('a=1'), sortedQuery('a=1&b=2'));
  });
});

it('the path of a request is read from the bytes of the request line, up to the fragment', () => {
  const raw = Buffer.from('/caf\u00e9?q=\u00e9#part').toString('latin1');
  assert.deepEqual(readTarget(raw), { path: '/caf%C3%A9', query: 'q=%C3%A9' });
  assert.deepEqual(splitTarget('/a#b?c'), { path: '/a', query: '' });
  assert.deepEqual(splitTarget('/a?'), { path: '/a', query: '' });
});

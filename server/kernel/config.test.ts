import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';
import { type Env, SetupError } from '#kernel/setting.ts';
import { readConfig } from './config.ts';

const long = 'x'.repeat(32);
const read = (env: Env) => readConfig(env, []);

describe('settings', () => {
  it('have defaults that start a development server on this machine only', () => {
    const config = read({});
    assert.equal(config.mode, 'development');
    assert.equal(config.publicUrl, 'http://127.0.0.1:8080');
    assert.deepEqual([config.host, config.port], ['127.0.0.1', 8080]);
    assert.equal(config.dataDir, resolve('.data'));
    assert.equal(config.databaseUrl, null);
    assert.equal(config.logLevel, 'info');
    assert.equal(config.trustProxy, false);
  });

  it('that are empty count as not set, and spaces around a number are ignored', () => {
    const { host, port, databaseUrl } = read({ HOST: '', PORT: ' 9000 ', DATABASE_URL: '' });
    assert.deepEqual({ host, port, databaseUrl }, { host: '127.0.0.1', port: 9000, databaseUrl: null });
  });

  const databases = [
    'postgres://u:p@h1,h2/d',
    'postgres://u:a,b@h1:5432,[fe80::1]:5433,10.0.0.1/d?sslmode=verify-full',
    'postgresql://h1,h2/d?user=u',
    'postgres:///d?host=/run/postgresql&user=u',
  ];
  for (const url of databases) {
    it(`take the database address ${url}`, () => assert.equal(read({ DATABASE_URL: url }).databaseUrl, url));
  }

  const addresses = {
    '0.0.0.0': 'http://127.0.0.1:8080',
    '::': 'http://[::1]:8080',
    '::1': 'http://[::1]:8080',
    'box.example': 'http://box.example:8080',
  };
  for (const [host, expected] of Object.entries(addresses)) {
    it(`derive the public address of a server on ${host}`, () => {
      assert.equal(read({ HOST: host }).publicUrl, expected);
    });
  }

  it('have no relay unless the address of NATS is set', () => {
    assert.equal(read({}).relay, null);
    assert.deepEqual(read({ NATS_URL: 'nats://relay:p%40ss@a.example, nats://b.example:5222' }).relay, {
      servers: ['a.example:4222', 'b.example:5222'],
      user: 'relay',
      password: 'p@ss',
      isTls: false,
      installation: 'main',
      replicas: 1,
    });
    const { token, isTls, installation, replicas } = read({
      NATS_URL: 'tls://secret@a.example',
      NATS_NAME: 'cell-2',
      NATS_REPLICAS: '3',
    }).relay!;
    assert.deepEqual(
      { token, isTls, installation, replicas },
      {
        token: 'secret',
        isTls: true,
        installation: 'cell-2',
        replicas: 3,
      },
    );
    for (const wrong of [
      'nats://relay:50%@a.example',
      'a.example:4222',
      'http://a.example',
      'nats://a.example/stream',
      'nats://',
      '  ',
    ])
      assert.throws(() => read({ NATS_URL: wrong }), SetupError, wrong);
    for (const wrong of ['a.b', 'A', '*', 'x'.repeat(33)])
      assert.throws(() => read({ NATS_URL: 'nats://a.example', NATS_NAME: wrong }), SetupError, wrong);
  });

  it('accept the public address as it is, without its last slash', () => {
    assert.equal(read({ PUBLIC_URL: 'https://a.example/' }).publicUrl, 'https://a.example');
  });

  it('normalize the public address, whose scheme and host are compared', () => {
    assert.equal(read({ PUBLIC_URL: 'HTTPS://A.example:443/b//' }).publicUrl, 'https://a.example/b');
    assert.equal(read({ PUBLIC_URL: 'https://bücher.example' }).publicUrl, 'https://xn--bcher-kva.example');
  });

  it('accept an address with a zone beside a public address', () => {
    assert.equal(read({ HOST: 'fe80::1%lo', PUBLIC_URL: 'https://a.example' }).host, 'fe80::1%lo');
  });

  it('ignore blanks around the secret, such as the line break at the end of a file', () => {
    assert.deepEqual(read({ COLONNADE_SECRET: ` ${long}\n` }).secrets, [long]);
  });

  it('list the current secret first, then the former ones', () => {
    const env = { COLONNADE_SECRET: `${long}1`, COLONNADE_SECRET_PREVIOUS: `${long}2, ${long}3` };
    assert.deepEqual(read(env).secrets, [`${long}1`, `${long}2`, `${long}3`]);
  });

  it('name the point and the passage at which a fault test kills the process', () => {
    assert.equal(read({}).crashAt, null);
    const { crashAt } = read({ CRASH_AT: 'after_claim:3' });
    assert.deepEqual(crashAt, { point: 'after_claim', passage: 3 });
  });

  it('accept addresses and networks of a reverse proxy', () => {
    const { trustProxy } = read({ TRUST_PROXY: '10.0.0.0/8, fd00::/8,127.0.0.1' });
    assert.deepEqual(trustProxy, ['10.0.0.0/8', 'fd00::/8', '127.0.0.1']);
  });
});

describe('a wrong setting is refused in one sentence that names it', () => {
  const wrong: [Record<string, string>, RegExp][] = [
    [{ PORT: 'abc' }, /^PORT must be a number from 0 to 65535, but is "abc"\.$/],
    [{ PORT: '65536' }, /^PORT must be a number from 0 to 65535/],
    [{ PORT: '-1' }, /^PORT must/],
    [{ PORT: '0x50' }, /^PORT must/],
    [{ PORT: '1e3' }, /^PORT must/],
    [{ PORT: '80.5' }, /^PORT must be a whole number, but is "80.5"\.$/],
    [{ HOST: 'a b' }, /^HOST must be an address or a name of this machine, but is "a b"\.$/],
    [{ HOST: '999.1.1.1' }, /^HOST must be an address or a name of this machine, but is "999.1.1.1"\.$/],
    [{ HOST: '127.1' }, /^HOST must be an address or a name/],
    [
      { HOST: 'fe80::1%lo' },
      /^HOST "fe80::1%lo" is an address for this machine alone; set PUBLIC_URL beside/,
    ],
    [{ PORT: ' ' }, /^PORT must be a number from 0 to 65535, but is " "\.$/],
    [{ METRICS_PORT: ' ' }, /^METRICS_PORT must be a number from 0 to 65535, but is " "\.$/],
    [{ DATA_DIR: ' ' }, /^DATA_DIR must be a path without blanks at its ends, but is " "\.$/],
    [{ DATA_DIR: '/data\n' }, /^DATA_DIR must be a path/],
    [{ MODE: 'prod' }, /^MODE must be one of development, production, but is "prod"\.$/],
    [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be one of fatal, .*silent, but is "loud"\.$/],
    [{ PUBLIC_URL: 'example.com' }, /^PUBLIC_URL must be a URL that starts with http:\/\/ or https:\/\/$/],
    [{ PUBLIC_URL: 'ftp://a.example' }, /^PUBLIC_URL must be a URL/],
    [{ PUBLIC_URL: 'https:a.example' }, /^PUBLIC_URL must be a URL that starts with http:/],
    [{ PUBLIC_URL: ' https://a.example' }, /^PUBLIC_URL must be a URL that starts with http:/],
    ...['/?b', '/?', '#', '/#b', '/a b', ' ', '\n', '\\b'].map((end): [Record<string, string>, RegExp] => [
      { PUBLIC_URL: `https://a.example${end}` },
      /^PUBLIC_URL must be an address alone, such as .*, without user, blank, \? or #\.$/,
    ]),
    [{ PUBLIC_URL: 'https://me@a.example' }, /^PUBLIC_URL must be an address alone/],
    [{ DATABASE_URL: 'mysql://u:p@h/d' }, /^DATABASE_URL must be a URL that starts with postgres:\/\//],
    [{ DATABASE_URL: 'h/d' }, /^DATABASE_URL must be a URL/],
    [{ DATABASE_URL: 'postgres://u:p@h' }, /^DATABASE_URL must name the database: postgres:/],
    [{ DATABASE_URL: 'postgres://u:p@h/' }, /^DATABASE_URL must name the database/],
    ...['h1,,h2', 'h1,', 'h1:5432,h2:0', 'h1:99999,h2', 'h1,h2:x', '::1,h2', '[h1],h2', '%2Ftmp,h2'].map(
      (hosts): [Record<string, string>, RegExp] => [
        { DATABASE_URL: `postgres://u:p@${hosts}/d` },
        /^DATABASE_URL lists several hosts; each must be a name, .* with a port from 1 to 65535 or without one: postgres:/,
      ],
    ),
    ...['h1,h2/d?host=h3', 'h1,h2/d?port=5433', 'h1/d?host=h1,h2'].map(
      (rest): [Record<string, string>, RegExp] => [
        { DATABASE_URL: `postgres://u:p@${rest}` },
        /^DATABASE_URL must list several hosts before the name of the database, and not in its parameters: /,
      ],
    ),
    [{ COLONNADE_SECRET: 'short' }, /^COLONNADE_SECRET must be at least 32 characters long/],
    [{ COLONNADE_SECRET: ' '.repeat(40) }, /^COLONNADE_SECRET has only blanks; make one with: /],
    [{ COLONNADE_SECRET: long, COLONNADE_SECRET_PREVIOUS: 'short' }, /at least 32 characters long/],
    [{ COLONNADE_SECRET_PREVIOUS: long }, /^COLONNADE_SECRET_PREVIOUS is set without COLONNADE_SECRET\.$/],
    [{ TRUST_PROXY: 'true' }, /^TRUST_PROXY must list .*"true" is neither\.$/],
    [{ TRUST_PROXY: '10.0.0.0/33' }, /^TRUST_PROXY must list .*"10.0.0.0\/33" is neither\.$/],
    [{ TRUST_PROXY: '0.0.0.0/0' }, /^TRUST_PROXY must list .*"0.0.0.0\/0" is every address\.$/],
    [{ TRUST_PROXY: '10.0.0.1, ::/0' }, /^TRUST_PROXY must list .*"::\/0" is every address\.$/],
    [{ TRUST_PROXY: '::ffff:10.0.0.1/96' }, /^TRUST_PROXY must list .*"::ffff:10.0.0.1\/96" is neither\.$/],
    [{ TRUST_PROXY: 'fe80::1%lo' }, /^TRUST_PROXY must list .*"fe80::1%lo" is neither\.$/],
    [{ TRUST_PROXY: '10.0.0.1,' }, /^TRUST_PROXY must list .*"" is neither\.$/],
    [{ STOREFRONT_LIMIT_SCALE: '0' }, /^STOREFRONT_LIMIT_SCALE must/],
    [{ RATE_LIMIT_PER_MINUTE: '0' }, /^RATE_LIMIT_PER_MINUTE must/],
    [{ AUTH_FAILURES_PER_MINUTE: '0' }, /^AUTH_FAILURES_PER_MINUTE must/],
    [{ DATABASE_CONNECTIONS: '1' }, /^DATABASE_CONNECTIONS must be a number from 2 to 1000/],
    [{ SHUTDOWN_SECONDS: '0' }, /^SHUTDOWN_SECONDS must/],
    [{ CRASH_AT: 'somewhere' }, /^CRASH_AT must be one of before_commit, /],
    [{ CRASH_AT: 'after_claim:0' }, /^CRASH_AT must be one of /],
    [
      { CRASH_AT: 'after_claim', MODE: 'production' },
      /^CRASH_AT is for fault tests; production refuses it\.$/,
    ],
  ];
  for (const [env, message] of wrong) {
    it(JSON.stringify(env), () => {
      assert.throws(() => read(env), { constructor: SetupError, message });
    });
  }

  it('and the password in a wrong DATABASE_URL is not repeated', () => {
    for (const url of [
      'mysql://u:hunter2@h/d',
      'postgres://u:hunter2@h',
      'postgres://u:hunter2@:bad/d',
      'postgres://u:hunter2@h1,,h2/d',
    ]) {
      assert.throws(
        () => read({ DATABASE_URL: url }),
        (error: Error) => !error.message.includes('hunter2'),
      );
    }
  });
});

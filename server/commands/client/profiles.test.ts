import assert from 'node:assert/strict';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { newTenant, useApp } from '../../testing.ts';
import { newFolder, runInTerminal, runProgram, runToEnd } from '../testing/process.ts';

const test = await useApp();
await test.app.listen({ port: 0, host: '127.0.0.1' });
const url = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`;
const tenant = await newTenant(test);
const key = await tenant.keyWith('read:crm');
const email = `owner@${tenant.slug}.example`;
const home = newFolder();
const env = { XDG_CONFIG_HOME: home };
const file = join(home, 'colonnade/config.json');
const read = () => JSON.parse(readFileSync(file, 'utf8'));
const run = (line: string, more = {}, input = '') => runToEnd(line.split(' '), { ...env, ...more }, input);

describe('login', () => {
  it('saves a key from standard input, which only its owner can read, and prints no key', async () => {
    const { code, stdout, stderr } = await run(`login --url ${url}/ --key -`, {}, `${key}\n`);
    assert.equal(code, 0, stderr);
    assert.match(stdout, new RegExp(`^Signed in to ${tenant.slug} \\(${tenant.slug}\\) at ${url} as key "`));
    assert.deepEqual(read(), { current: 'default', profiles: { default: { url, key } } });
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.equal(statSync(join(home, 'colonnade')).mode & 0o777, 0o700);
    assert.ok(!`${stdout}${stderr}`.includes(key));
  });

  it('refuses a wrong key, and keeps the profile as it was', async () => {
    const before = read();
    const { code, stderr } = await run(`login --url ${url} --key -`, {}, `${key.slice(0, -4)}0000`);
    assert.equal(code, 1);
    assert.match(stderr, /refused: .*\(401 unauthorized\)/);
    assert.ok(!stderr.includes(key.slice(0, -4)));
    assert.deepEqual(read(), before);
  });

  it('needs a terminal or --key -', async () => {
    const { code, stderr } = await run('login');
    assert.deepEqual(
      [code, stderr],
      [2, 'colonnade: login needs a terminal, or the key on standard input: login --key -\n'],
    );
    const asPerson = await run('login --email ada@example.com', {}, 'a password');
    assert.deepEqual(
      [asPerson.code, asPerson.stderr],
      [2, 'colonnade: login --email needs a terminal, or the password on standard input: add --key -\n'],
    );
  });

  it('asks in a terminal, and does not show the key', async () => {
    const { code, stdout } = await runInTerminal(`login --profile typed --url ${url}`, env, [
      [/not shown/, `${key}\r`],
    ]);
    assert.equal(code, 0, stdout);
    assert.match(stdout, /API key \(not shown\): /);
    assert.match(stdout, /Saved as profile "typed"/);
    assert.ok(!stdout.includes(key));
    assert.equal(read().profiles.typed.key, key);
  });

  it('ends with exit code 130 when the question is answered with Ctrl-C', async () => {
    const { code } = await runInTerminal(`login --profile never --url ${url}`, env, [
      [/not shown/, '\u0003'],
    ]);
    assert.equal(code, 130);
    assert.equal(read().profiles.never, undefined);
  });

  it('signs a person in, and commands at once share the renewed sign-in', async () => {
    const { code, stderr } = await run(
      `login --url ${url} --profile owner --email ${email} --key -`,
      {},
      'correct horse battery',
    );
    assert.equal(code, 0, stderr);
    const signedIn = read();
    signedIn.profiles.owner.session.accessUntil = 0;
    writeFileSync(file, JSON.stringify(signedIn));
    const both = [1, 2].map(() => run('whoami --json --profile owner'));
    for (const { code, stdout, stderr } of await Promise.all(both)) {
      assert.equal(code, 0, stderr);
      assert.equal(JSON.parse(stdout).actor.role, 'owner');
    }
    const { session } = read().profiles.owner;
    assert.notEqual(session.refreshToken, signedIn.profiles.owner.session.refreshToken);
    assert.equal((await run('whoami --profile owner')).code, 0, 'the sign-in goes on');
  });
});

describe('whoami', () => {
  it('shows tenant, key, scopes and server', async () => {
    const { stdout } = await run('whoami --profile default');
    assert.equal(
      stdout,
      `Tenant   ${tenant.slug} (${tenant.slug})\nAPI key  ${tenant.slug}\nRole     editor\nScopes   read:crm\nServer   ${url}\n`,
    );
  });

  it('prefers an option to the environment, and the environment to a profile', async () => {
    const scopesOf = async (line: string, more = {}) =>
      JSON.parse((await run(`whoami --json ${line}`.trim(), more)).stdout).actor.scopes;
    const [one, other] = [await tenant.keyWith('read:media'), await tenant.keyWith('read:content')];
    const set = { COLONNADE_KEY: one, COLONNADE_URL: url };
    assert.deepEqual(await scopesOf(`--key ${other}`, set), ['read:content']);
    assert.deepEqual(await scopesOf('', set), ['read:media']);
    assert.deepEqual(await scopesOf('--profile default', set), ['read:crm']);
    assert.deepEqual(await scopesOf('', { COLONNADE_PROFILE: 'typed' }), ['read:crm']);
  });

  it('sends the key of a profile to no other server', async () => {
    const { code, stderr } = await run('whoami --profile default --url http://127.0.0.1:1');
    assert.equal(code, 1);
    assert.match(stderr, /^colonnade: An API key is needed: /);
  });

  it('keeps a key on the command line out of the list of processes', async () => {
    const waiting = runProgram(['events', 'tail', '--url', url, '--key', tenant.key]);
    await waiting.says(/Waiting for events/);
    const shown = readFileSync(`/proc/${waiting.pid}/cmdline`, 'utf8');
    assert.ok(!shown.includes('sk_live_'), shown);
    waiting.child.kill('SIGINT');
    await waiting.ended();
  });
});

describe('profiles and logout', () => {
  it('list, choose and remove profiles, without a secret in the output', async () => {
    const { stdout } = await run('profiles');
    assert.match(stdout, new RegExp(`^PROFILE +SERVER +AS\ndefault +${url} +${key.slice(0, 17)}…\n`));
    assert.match(stdout, new RegExp(`\nowner \\* +${url} +${email}\n`));
    assert.ok(!stdout.includes(key.slice(17)));
    assert.equal((await run('profiles use typed')).stdout, `Commands now use profile "typed": ${url}\n`);
    assert.equal(read().current, 'typed');
    const unknown = await run('profiles use nope --json');
    assert.equal(unknown.code, 1);
    assert.deepEqual(JSON.parse(unknown.stderr), {
      error: { code: 'failed', message: 'There is no profile "nope". See: npx colonnade profiles' },
    });
    assert.match((await run('logout')).stdout, /^Profile "typed" is removed\. The key itself still works/);
    assert.deepEqual(Object.keys(read().profiles), ['default', 'owner']);
  });

  it('end the sign-in of a person at the server', async () => {
    const { accessToken } = read().profiles.owner.session;
    const whoIs = () => test.call('GET', '/v1/me', { token: accessToken });
    assert.equal((await whoIs()).status, 200);
    assert.equal(
      (await run('logout --profile owner')).stdout,
      'Profile "owner" is removed. Its sign-in has ended.\n',
    );
    assert.equal((await whoIs()).status, 401);
  });
});

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { after, describe, it } from 'node:test';
import type { Command } from 'commander';
import { cloneDatabase } from '#kernel/testing/database.ts';
import { createContext } from './context.ts';
import { createProgram } from './program.ts';
import { runToEnd } from './testing/process.ts';
import { useProgram } from './testing/program.ts';

const database = await cloneDatabase();
after(() => database.drop());
const { colonnade, json } = useProgram(database);
await colonnade('tenant create --name Acme --owner-email owner@acme.example');

describe('a command line that cannot run is refused in one sentence:', () => {
  const wrong: [string, RegExp][] = [
    ['bogus', /unknown command 'bogus'/],
    ['tenant bogus', /unknown command 'bogus'/],
    ['tenant list --bogus', /unknown option '--bogus'/],
    ['tenant list extra', /too many arguments/],
    ['tenant create --name X', /required option '--owner-email <email>' not specified/],
    ['tenant create --owner-email a@b.example', /required option '--name <name>' not specified/],
    [
      'tenant create --name X --owner-email nope',
      /^--owner-email takes an e-mail address; "nope" is none\.$/,
    ],
    [
      'tenant create --name X --owner-email a@b.example --owner-password p',
      /unknown option '--owner-password'/,
    ],
    ['staff reset-password', /required option '--email <email>' not specified/],
    ['staff reset-password --email nobody@b.example', /^Nobody has joined a tenant as nobody@b\.example\./],
    ['tenant create --name X --owner-email a@b.example --slug A_B', /^--slug takes lower-case letters/],
    [`tenant create --name ${'x'.repeat(201)} --owner-email a@b.example`, /^--name takes a text of 1 to 200/],
    ['staff add --tenant acme --email a@b.example', /required option '--role <role>' not specified/],
    [
      'staff add --tenant acme --email a@b.example --role boss',
      /Allowed choices are viewer, editor, admin, owner/,
    ],
    [
      'staff add --tenant acme --email nope --role admin',
      /^--email takes an e-mail address; "nope" is none\.$/,
    ],
    [
      'staff add --tenant nope --email a@b.example --role admin',
      /^There is no tenant "nope"\. See: npx colonnade tenant list$/,
    ],
    ['key create --tenant acme --scope read:crm', /required option '--label <label>' not specified/],
    ['key create --tenant acme --label L', /required option '--scope <scope\.\.\.>' not specified/],
    [
      'key create --tenant acme --label L --scope read:moon',
      /There is no scope "read:moon"\. There are: read:crm,/,
    ],
    ['key create --tenant acme --label L --scope read:crm,', /There is no scope ""/],
    [
      'key create --tenant acme --label L --scope read:crm --expires-in 90x',
      /Give a number and m, h or d, for example 90d/,
    ],
    ['key create --tenant acme --label L --scope read:crm --expires-in 0d', /Give a number and m, h or d/],
    ['key create --tenant nope --label L --scope read:crm', /^There is no tenant "nope"/],
    ['key list --tenant nope', /^There is no tenant "nope"/],
    ['key revoke', /missing required argument 'id'/],
    ['key revoke nope', /^There is no key "nope"\. See: npx colonnade key list$/],
    ['module on --tenant acme moon', /Allowed choices are crm, content, media, redirects/],
    ['module off --tenant nope crm', /^There is no tenant "nope"/],
    ['module on crm', /required option '--tenant <slug>' not specified/],
    ['audit verify', /required option '--tenant <slug>' not specified/],
    ['audit verify --tenant nope', /^There is no tenant "nope"/],
    ['listen --port 65536', /Give a number from 0 to 65535/],
    ['listen --secret nope', /^--secret takes the signing secret/],
  ];
  for (const [line, message] of wrong) {
    it(line.slice(0, 100), async () => {
      await assert.rejects(colonnade(line), { message });
    });
  }

  it('listen on a port in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    await assert.rejects(colonnade(`listen --port ${port}`), {
      message: `Port ${port} is taken. Choose another with --port.`,
    });
    other.close();
  });

  it('and none of these creates anything', async () => {
    assert.equal((await json('tenant list')).length, 1);
    assert.deepEqual(await json('key list'), []);
  });
});

describe('every command', async () => {
  const program = await createProgram(createContext({}, new AbortController().signal));
  const all = (command: Command): Command[] => [command, ...command.commands.flatMap(all)];
  const leaves = all(program).filter((command) => command.commands.length === 0);
  const pathOf = (command: Command): string =>
    command.parent === null ? '' : `${pathOf(command.parent)} ${command.name()}`.trim();
  const helpOf = (command: Command): string => {
    let help = '';
    command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
    return help;
  };

  it('has a description, and so does each of its options and arguments', () => {
    assert.ok(leaves.length > 40, `${leaves.length} commands`);
    for (const command of all(program)) {
      assert.notEqual(command.description(), '', `${pathOf(command)} has no description`);
      for (const { flags, description } of [
        ...command.options,
        ...command.registeredArguments.map(asOption),
      ]) {
        assert.notEqual(description, '', `${pathOf(command)} ${flags} has no description`);
      }
    }
  });

  it('can print its answer, and its errors, as JSON', () => {
    const silent = leaves.filter((leaf) => !leaf.options.some((option) => option.long === '--json'));
    assert.deepEqual(silent.map(pathOf), []);
  });

  it('shows an example that calls it with options that it has', () => {
    for (const leaf of leaves) {
      const help = helpOf(leaf);
      const lines = help.split('\n').filter((line) => line.startsWith('  $ npx colonnade '));
      assert.notEqual(lines.length, 0, `${pathOf(leaf)} has no example`);
      const own = lines.filter((line) => line.startsWith(`  $ npx colonnade ${pathOf(leaf)}`));
      // The default command of a group has the name of the group.
      const isDefault = lines.every((line) => line.startsWith(`  $ npx colonnade ${leaf.parent!.name()}`));
      assert.ok(own.length === lines.length || isDefault, `${pathOf(leaf)}: ${lines}`);
      for (const [option] of lines.join(' ').matchAll(/(?<= )--[a-z-]+/g)) {
        assert.ok(
          help.includes(`  ${option}`) || help.includes(` ${option} <`),
          `${pathOf(leaf)} has no ${option}`,
        );
      }
    }
  });

  it('has no more than one meaning of an option', () => {
    for (const leaf of leaves) {
      const names = leaf.options.flatMap(({ long, short }) => [long, short]).filter(Boolean);
      assert.equal(new Set(names).size, names.length, pathOf(leaf));
    }
  });
});

describe('a wrong command line', () => {
  it('ends with exit code 2, and with --json with one document on standard error', async () => {
    const text = await runToEnd(['tenant', 'crate']);
    assert.deepEqual(
      [text.code, text.stderr],
      [2, "colonnade: unknown command 'crate'\n(Did you mean create?)\nSee: npx colonnade tenant --help\n"],
    );
    for (const line of ['key create --json', 'list nothing --json', 'listen --port x --json']) {
      const { code, stdout, stderr } = await runToEnd(line.split(' '));
      assert.deepEqual([code, stdout], [2, ''], line);
      const { error } = JSON.parse(stderr);
      assert.deepEqual([error.code, Object.keys(error)], ['usage', ['code', 'message']], line);
      assert.doesNotMatch(error.message, /^error/);
    }
  });

  it('is not a request for help, which ends with exit code 0', async () => {
    const [help, group] = await Promise.all([runToEnd(['key', 'create', '--help']), runToEnd(['key'])]);
    assert.equal(help.code, 0);
    assert.match(help.stdout, /^Usage: colonnade key create \[options\]\n/);
    assert.match((await runToEnd(['help', 'key', 'create'])).stdout, /^Usage: colonnade key create/);
    assert.equal(group.code, 2);
  });
});

function asOption(argument: { name(): string; description: string }) {
  return { flags: argument.name(), description: argument.description };
}

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { after, describe, it } from 'node:test';
import type { Command } from 'commander';
import { cloneDatabase } from '#kernel/testing/database.ts';
import { readSettings } from '../settings.ts';
import { createProgram } from './program.ts';
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

it('every command has help that describes it and each of its options', () => {
  const program = createProgram(() => readSettings({}), new AbortController().signal);
  const all = (command: Command): Command[] => [command, ...command.commands.flatMap(all)];
  const names = all(program).map((command) => command.name());
  for (const name of ['start', 'api', 'worker', 'migrate', 'listen', 'doctor', 'verify', 'revoke', 'off']) {
    assert.ok(names.includes(name), name);
  }
  for (const command of all(program)) {
    assert.notEqual(command.description(), '', `${command.name()} has no description`);
    for (const { flags, description } of [...command.options, ...command.registeredArguments.map(asOption)]) {
      assert.notEqual(description, '', `${command.name()} ${flags} has no description`);
    }
  }
});

it('every command with an answer can print it as JSON', () => {
  const program = createProgram(() => readSettings({}), new AbortController().signal);
  const leaves = program.commands.flatMap((each) => (each.commands.length > 0 ? each.commands : [each]));
  const silent = leaves.filter((leaf) => !leaf.options.some((option) => option.long === '--json'));
  assert.deepEqual(
    silent.map((command) => command.name()),
    // The output of the last one is a file already.
    ['start', 'api', 'worker', 'export'],
  );
});

function asOption(argument: { name(): string; description: string }) {
  return { flags: argument.name(), description: argument.description };
}

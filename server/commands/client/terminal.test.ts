import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { SCOPES } from '#kernel/auth/actor.ts';
import { OPERATIONAL, SUBSCRIBABLE } from '#kernel/events/catalogue.ts';
import { eventually } from '#kernel/testing/eventually.ts';
import { newFolder, runToEnd } from '../testing/process.ts';
import { EVENT_TYPES } from './event-types.ts';
import { LISTS } from './lists.ts';

const folder = newFolder();
const config = join(folder, 'colonnade');
mkdirSync(config);
const profiles = {
  live: { url: 'https://api.example.com', key: 'sk_live_x' },
  test: { url: 'http://127.0.0.1:1' },
};
writeFileSync(join(config, 'config.json'), JSON.stringify({ current: 'live', profiles }));
const env = { XDG_CONFIG_HOME: folder };

describe('completion in bash', () => {
  // The program under its own name, as a shell finds it.
  const bin = newFolder();
  const main = join(import.meta.dirname, '../../main.ts');
  writeFileSync(join(bin, 'colonnade'), `#!/bin/sh\nexec ${process.execPath} ${main} "$@"\n`);
  chmodSync(join(bin, 'colonnade'), 0o755);
  /** The candidates after Tab at the end of each line, as bash has them. */
  const complete = (lines: string[]): string[][] => {
    const script = `eval "$(colonnade completion bash)"
      for line; do COMP_LINE=$line COMP_POINT=\${#line}; _colonnade; echo "\${COMPREPLY[@]}"; done`;
    const surroundings = { PATH: `${bin}:${process.env.PATH}`, ...env };
    const words = ['--norc', '-c', script, 'bash', ...lines];
    const output = execFileSync('bash', words, { env: surroundings, encoding: 'utf8' });
    return output
      .trimEnd()
      .split('\n')
      .map((line) => line.split(' '));
  };

  it('offers commands, options, and their values', () => {
    const expected = {
      'colonnade deliveries re': ['resend', 'retry'],
      'colonnade deliveries list --fi': ['--filter'],
      'colonnade list produ': ['products'],
      'colonnade list orders --profile ': ['live', 'test'],
      'colonnade trigger redirect.': ['redirect.added', 'redirect.removed'],
      // bash has "write:" already, and adds what follows.
      'colonnade key create --scope read:crm write:crm': ['crm', 'crm_bulk'],
      'colonnade get /v1/crm/cust': ['/v1/crm/customers', '/v1/crm/customers/', '/v1/crm/customers/export'],
    };
    assert.deepEqual(complete(Object.keys(expected)), Object.values(expected));
  });
});

it('completion knows every event type, list and scope of the server', async () => {
  assert.deepEqual(EVENT_TYPES, [...Object.keys(SUBSCRIBABLE), ...Object.keys(OPERATIONAL)].sort());
  const offered = async (...words: string[]) => {
    const { stdout } = await runToEnd(['complete', '--', ...words, ''], env);
    return stdout.trim().split('\n');
  };
  assert.deepEqual(
    await offered('list'),
    LISTS.map(({ name }) => name),
  );
  assert.deepEqual(await offered('key', 'create', '--scope'), SCOPES.toSorted());
});

describe('open', () => {
  it('prints the address where there is no browser', async () => {
    const id = '01920000-0000-7000-8000-000000000000';
    assert.equal((await runToEnd(['open'], env)).stdout, 'https://api.example.com/\n');
    assert.equal(
      (await runToEnd(['open', 'docs', '--profile', 'test'], env)).stdout,
      'http://127.0.0.1:1/docs\n',
    );
    const order = await runToEnd(['open', 'order', id, '--json'], env);
    assert.deepEqual(JSON.parse(order.stdout), {
      url: `https://api.example.com/orders/${id}`,
      opened: false,
    });
    assert.deepEqual((await runToEnd(['open', 'order'], env)).code, 2);
  });

  it('opens the browser that BROWSER names', async () => {
    const [browser, seen] = [join(folder, 'browser'), join(folder, 'seen')];
    writeFileSync(browser, `#!/bin/sh\necho "$1" > ${seen}\n`);
    chmodSync(browser, 0o755);
    const { stdout } = await runToEnd(['open', 'docs'], { ...env, BROWSER: browser });
    assert.equal(stdout, 'Opened https://api.example.com/docs\n');
    await eventually('the browser is open', () => existsSync(seen) && readFileSync(seen, 'utf8') !== '');
    assert.equal(readFileSync(seen, 'utf8'), 'https://api.example.com/docs\n');
  });
});

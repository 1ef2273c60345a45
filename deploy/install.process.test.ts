/** The image without an engine for it: the same files, user, environment and commands, as the Dockerfile names them. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { cloneDatabase, TEST_SECRET } from '#kernel/testing/database.ts';
import { freePort, runCommand } from '../server/commands/testing/process.ts';

const READY_MS = 60_000;

const dockerfile = readFileSync(join(import.meta.dirname, '../Dockerfile'), 'utf8')
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll(/\\\n\s*/g, '');
/** The rest of the last line that begins like this, which is that of the final stage. */
const lineOf = (words: string) =>
  [...dockerfile.matchAll(new RegExp(`^${words} (.*)$`, 'gm'))].at(-1)?.[1] ?? assert.fail(`no ${words}`);
const environment = Object.fromEntries(
  lineOf('ENV')
    .trim()
    .split(/\s+/)
    .map((pair) => pair.split('=') as [string, string]),
);
const entrypoint: string[] = JSON.parse(lineOf('ENTRYPOINT'));
const healthCheck: string[] = JSON.parse(/ CMD (\[.*\])$/.exec(lineOf('HEALTHCHECK'))![1]!);
const uid = Number(/useradd .*--uid (\d+) .*colonnade/.exec(dockerfile)?.[1]);

const top = mkdtempSync(join(tmpdir(), 'colonnade-image-'));
const folder = join(top, 'colonnade');
const data = join(top, 'data');
const isRoot = process.getuid!() === 0;
chmodSync(top, 0o755);
mkdirSync(data, { mode: 0o700 });
if (isRoot) chownSync(data, uid, uid);
const database = await cloneDatabase('template0');
after(async () => {
  await database.drop();
  if (!isRoot) execFileSync('chmod', ['-R', 'u+w', top]);
  rmSync(top, { recursive: true });
});

/** The paths of the image, where they are here. */
const here = (text: string) => text.replaceAll('/colonnade', folder).replace(/^\/data$/, data);

async function container(...words: string[]) {
  const env: Record<string, string> = {
    ...Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, here(value)])),
    DATABASE_URL: database.connectionString,
    COLONNADE_SECRET: TEST_SECRET,
    PUBLIC_URL: 'https://shop.example.com',
    // Other programs of this machine may use those of the image.
    PORT: await freePort(),
    METRICS_PORT: await freePort(),
  };
  const as = { cwd: '/', ...(isRoot && { uid, gid: uid }) };
  const run = (command: string[]) => runCommand(command.map(here), env, as);
  const program = run([...entrypoint, ...words]);
  const isHealthy = async () => (await run(healthCheck).ended()).code === 0;
  return { program, isHealthy, url: `http://127.0.0.1:${env.PORT}` };
}

async function becomesHealthy(isHealthy: () => Promise<boolean>): Promise<boolean> {
  for (const end = Date.now() + READY_MS; Date.now() < end; await sleep(250)) {
    if (await isHealthy()) return true;
  }
  return false;
}

describe('deploy/install.sh', () => {
  it('fills an empty folder without a word, and refuses one that is not empty', async () => {
    const install = join(import.meta.dirname, 'install.sh');
    const first = runCommand([install, folder]);
    assert.deepEqual(await first.ended(), { code: 0, signal: null });
    assert.deepEqual([first.stdout(), first.stderr()], ['', '']);
    const second = runCommand([install, folder]);
    assert.deepEqual(await second.ended(), { code: 1, signal: null });
    assert.equal(second.stderr(), `${folder} is not empty.\n`);
  });

  it('leaves nothing that the user of the image can change', () => {
    const writable = execFileSync('find', [folder, '!', '-type', 'l', '-perm', '/222']).toString();
    assert.equal(writable, '');
  });
});

describe('the image', () => {
  it('migrates an empty database, then runs as API and worker until SIGTERM', async () => {
    const migration = await container('migrate');
    const end = await migration.program.ended();
    assert.deepEqual(end, { code: 0, signal: null }, migration.program.stderr());
    const [api, worker] = await Promise.all([container('api'), container('worker')]);
    for (const { program, isHealthy } of [api, worker]) {
      assert.ok(await becomesHealthy(isHealthy), `${program.stdout()}\n${program.stderr()}`);
    }
    const page = await fetch(api.url);
    assert.equal(page.status, 200);
    assert.match(await page.text(), /<title>/);
    for (const { program, isHealthy } of [api, worker]) {
      program.child.kill('SIGTERM');
      assert.deepEqual(await program.ended(), { code: 0, signal: null });
      assert.equal(program.stderr(), '');
      assert.equal(await isHealthy(), false);
    }
  });
});

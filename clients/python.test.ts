/** The Python client against the real server: generated from the contract, installed into an environment of its own. */
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { samplesOf } from '../sdk/testing/installed.ts';
import { useTrouble } from '../sdk/testing/trouble.ts';
import { IS_DEEP } from '../server/kernel/testing/depth.ts';
import { png } from '../server/modules/media/testing/images.ts';
import { newTenant, useApp } from '../server/testing.ts';
import { generatePython } from './generate-python.ts';

const run = promisify(execFile);
const PACKAGE = join(import.meta.dirname, 'python');
const HAS_PYTHON =
  spawnSync('python3', ['-c', 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 9))']).status ===
  0;
const WITHOUT_PYTHON = !HAS_PYTHON && 'there is no python3 of 3.9 or newer with venv';

const test = await useApp();
const tenant = await newTenant(test);
await test.app.listen({ host: '127.0.0.1', port: 0 });
const url = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`;
const trouble = await useTrouble(url);
const folder = mkdtempSync(join(tmpdir(), 'colonnade-python-'));
after(() => rmSync(folder, { recursive: true, force: true }));
writeFileSync(join(folder, 'harbour.png'), await png(40, 30));
const python = join(folder, 'venv/bin/python');

/** Installs the package by its path. With DEEP=1 it is built first, for which pip may have to fetch setuptools. */
async function install(): Promise<void> {
  const source = join(folder, 'source');
  await run('cp', ['-r', PACKAGE, source]);
  await run('python3', ['-m', 'venv', ...(IS_DEEP ? [] : ['--without-pip']), join(folder, 'venv')]);
  if (IS_DEEP && pip(source)) return;
  if (IS_DEEP) console.log('The Python package is linked, not built: setuptools cannot be installed here.');
  const { stdout } = await run(python, ['-c', 'import sysconfig; print(sysconfig.get_path("purelib"))']);
  writeFileSync(join(stdout.trim(), 'colonnade.pth'), join(source, 'src'));
}

const pip = (what: string): boolean => {
  const args = ['-m', 'pip', 'install', '--quiet', '--retries', '0', '--timeout', '20', what];
  return spawnSync(python, args, { timeout: 120_000 }).status === 0;
};

async function runPython(program: string, more: Record<string, string> = {}): Promise<string> {
  const path = join(folder, 'program.py');
  writeFileSync(path, program);
  const env = {
    PATH: process.env.PATH,
    NO_PROXY: '*',
    COLONNADE_URL: url,
    COLONNADE_KEY: tenant.key,
    ...more,
  };
  const { stdout } = await run(python, [path], { cwd: folder, env });
  return stdout.trim();
}

const START = `
import os
from colonnade import *
client = Client(os.environ["COLONNADE_URL"] + "/", os.environ["COLONNADE_KEY"], retry_delay=0.001)
customer = client.create_customer({"name": "Ada"})["data"]
order = {"customerId": customer["id"], "items": [{"sku": "TEA", "name": "Tea", "unitPrice": 4}]}
`;

describe('the Python client', () => {
  it('is in step with the contract', async () => {
    const { body: document } = await test.call('GET', '/v1/openapi.json');
    for (const [name, generated] of Object.entries(generatePython(document))) {
      const path = join(PACKAGE, 'src/colonnade', name);
      if (process.env.UPDATE_SNAPSHOT) writeFileSync(path, generated);
      const message = "The API has changed: UPDATE_SNAPSHOT=1 npm test -- 'clients/*.test.ts'";
      assert.ok(readFileSync(path, 'utf8') === generated, message);
    }
  });

  describe('in an environment of its own', { skip: WITHOUT_PYTHON }, async () => {
    if (!HAS_PYTHON) return;
    await install();

    it('runs the samples of its README', async () => {
      const samples = samplesOf(join(PACKAGE, 'README.md'), 'python').join('\n');
      const output = await runPython(`${samples}\nprint(receive(b"{}", {}))`, {
        WEBHOOK_SECRET: 'whsec_c2VjcmV0',
      });
      const lines = output.split('\n');
      assert.match(lines[0]!, /^\S+ 9 EUR$/);
      assert.ok(
        lines.some((line) => line.startsWith('invalid_transition ')),
        output,
      );
      assert.deepEqual(lines.slice(-2), ['Refused: missing header', '400']);
    });

    it('places one order although its answer is lost, with one key for all tries', async () => {
      trouble.next('pass', 'lose', { status: 503, headers: { 'retry-after': '0' } });
      const output = await runPython(
        `${START}
answer = client.create_order(order)
print(answer["data"]["total"], response_of(answer).is_replayed, response_of(answer).attempts)
print(len(list(client.iter_orders(customer_id=customer["id"], limit=1))))`,
        { COLONNADE_URL: trouble.url },
      );
      assert.equal(output, '4 True 3\n1');
      const keys = trouble.seen.filter(({ url }) => url === '/v1/crm/orders').map(({ headers }) => headers);
      const [key, ...others] = keys.map((headers) => headers['idempotency-key']);
      assert.match(String(key), /^[0-9a-f]{32}$/);
      assert.deepEqual(others, [key, key]);
    });

    it('repeats what is safe and nothing else, and raises errors by status without the key', async () => {
      trouble.next('pass', 'lose', 'drop', 'pass', 'hang', { status: 503, headers: { 'retry-after': '99' } });
      const output = await runPython(
        `${START}
try: client.update_customer(customer["id"], {"name": "B"})
except ConnectionFailed as error: print(error.attempts, error.is_timeout)
print(client.get_customer(customer["id"])["data"]["name"])
try: client.get_me(timeout=0.1, max_retries=0)
except ConnectionFailed as error: print(error.attempts, error.is_timeout)
try: client.get_me()
except ApiError as error: print(error.status, error.attempts, error.retry_after)
try: client.create_order({**order, "items": []})
except Invalid as error: print(error.code, error.details[0]["path"], error.request_id is not None)
try: Client(os.environ["COLONNADE_URL"], os.environ["COLONNADE_KEY"] + "x").get_me()
except Unauthorized as error: print(error.code, os.environ["COLONNADE_KEY"] in repr(error))
for wrong in (("api.example", "x"), ("https://a.example", ""), ("https://a.example", "sk_live_a\\n")):
    try: Client(*wrong)
    except ValueError as error: print(str(error)[:8])
try: client.get_customer("..")
except ValueError as error: print(error)`,
        { COLONNADE_URL: trouble.url },
      );
      assert.deepEqual(output.split('\n'), [
        '1 False',
        'B',
        '1 True',
        '503 1 99.0',
        'validation_error items True',
        'unauthorized False',
        'base_url',
        'token mu',
        'token mu',
        'id of /v1/crm/customers/{id} is missing.',
      ]);
    });

    it('reads a list to its end, and sends files from a path, bytes and an open file', async () => {
      const output = await runPython(`${START}
for n in range(5): client.create_customer({"name": f"Buyer {n}", "tags": ["tea"]})
print([row["name"] for row in client.iter_customers(tag="tea", limit=2)])
from pathlib import Path
import io
raw = Path("harbour.png").read_bytes()
for file in (Path("harbour.png"), ("b.png", raw, "image/png"), open("harbour.png", "rb"), io.BytesIO(raw)):
    asset = client.upload_asset({"file": file, "tags": ["sea", "boats"], "focalPoint": {"x": 0.25, "y": 0.5}})["data"]
    with client.get_asset_file(asset["id"], "original") as stored:
        print(asset["filename"], asset["tags"], asset["focalPoint"]["x"], stored.read() == raw)
print(client.import_redirects("from,to\\n/old-1,/new\\n", "text/csv", dry_run=True)["data"]["created"])`);
      const of = (name: string) => `${name} ['sea', 'boats'] 0.25 True`;
      assert.deepEqual(output.split('\n'), [
        "['Buyer 4', 'Buyer 3', 'Buyer 2', 'Buyer 1', 'Buyer 0']",
        ...['harbour.png', 'b.png', 'harbour.png', 'file'].map(of),
        '1',
      ]);
    });

    it('passes mypy --strict, with a program that uses it', { skip: !IS_DEEP && 'only with DEEP=1' }, (t) => {
      if (!pip('mypy')) return t.skip('mypy cannot be installed here');
      const program = `${START}
name: str = client.get_order("1")["data"]["orderNumber"]
for row in client.iter_orders(status="placed"):
    name = row["orderNumber"]
client.create_order({"customerId": "1"})  # type: ignore[typeddict-item]
client.iter_orders(status="unheard")  # type: ignore[arg-type]
`;
      writeFileSync(join(folder, 'strict.py'), program.replace('order = {', 'unused = {'));
      const strict = ['-m', 'mypy', '--strict'];
      const check = spawnSync(python, [...strict, '-p', 'colonnade', '-m', 'strict'], { cwd: folder });
      assert.match(String(check.stdout), /^Success: no issues found in \d+ source files/);
    });
  });
});

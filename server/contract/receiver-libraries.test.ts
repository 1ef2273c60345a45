/**
 * Others' libraries verify our deliveries. Those that are not in package.json are in the folder that RECEIVER_LIBRARIES names:
 * `npm install --prefix DIR svix` and `pip install --target DIR/python standardwebhooks svix`.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { verify as verifyOctokit } from '@octokit/webhooks-methods';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { composeHeaders } from '../modules/webhooks/sending/message.ts';
import { keysOf, newSigningSecret } from '../modules/webhooks/sending/signature.ts';

const folder = process.env.RECEIVER_LIBRARIES ?? '';
const SVIX = join(folder, 'node_modules/svix/package.json');
const PYTHON = join(folder, 'python');

type Delivery = { secret: string; headers: Record<string, string>; body: string };
/** True for each delivery that is genuine by its receiver's secret. */
type Verify = (deliveries: Delivery[]) => boolean[] | Promise<boolean[]>;
type Library = { verify: Verify; isMissing?: string | false };

const accepts = (verify: () => unknown): boolean => {
  try {
    verify();
    return true;
  } catch {
    return false;
  }
};

const VERIFY = `
import json, sys
from LIBRARY import Webhook, WebhookVerificationError
def is_genuine(delivery):
    try:
        Webhook(delivery["secret"]).verify(delivery["body"], delivery["headers"])
        return True
    except WebhookVerificationError:
        return False
print(json.dumps([is_genuine(delivery) for delivery in json.load(sys.stdin)]))
`;

function inPython(name: string, library: string): Library {
  const run = (program: string, input = '') =>
    spawnSync('python3', ['-c', program], { env: { ...process.env, PYTHONPATH: PYTHON }, input });
  const isThere = existsSync(PYTHON) && run(`import ${library}`).status === 0;
  return {
    isMissing: isThere ? false : `${name} for Python is not in RECEIVER_LIBRARIES`,
    verify(deliveries) {
      const { stdout, stderr, status } = run(VERIFY.replace('LIBRARY', library), JSON.stringify(deliveries));
      assert.equal(status, 0, String(stderr));
      return JSON.parse(String(stdout));
    },
  };
}

const LIBRARIES: Record<string, Library> = {
  'standardwebhooks for JavaScript': {
    verify: (deliveries) =>
      deliveries.map(({ secret, headers, body }) =>
        accepts(() => new StandardWebhook(secret).verify(body, headers)),
      ),
  },
  'octokit for JavaScript': {
    verify: (deliveries) =>
      Promise.all(
        deliveries.map(async ({ secret, headers, body }) => {
          const { 'X-service-Signature': current, 'X-service-Signature-Previous': previous } = headers;
          const given = [current!, ...(previous?.split(', ') ?? [])];
          return (await Promise.all(given.map((each) => verifyOctokit(secret, body, each)))).includes(true);
        }),
      ),
  },
  'svix for JavaScript': {
    isMissing: existsSync(SVIX) ? false : 'svix for JavaScript is not in RECEIVER_LIBRARIES',
    verify(deliveries) {
      const { Webhook } = createRequire(SVIX)('svix');
      return deliveries.map(({ secret, headers, body }) =>
        accepts(() => new Webhook(secret).verify(body, headers)),
      );
    },
  },
  'standardwebhooks for Python': inPython('standardwebhooks', 'standardwebhooks.webhooks'),
  'svix for Python': inPython('svix', 'svix.webhooks'),
};

const [FIRST, SECOND, THIRD] = [newSigningSecret(), newSigningSecret(), newSigningSecret()];
const bodyFor = (name: string) => JSON.stringify({ id: '01', type: 'redirect.added', data: { name } });

/** A delivery signed with these secrets, the latest first, to a receiver that has this one. */
function deliver(secret: string, [latest, ...former]: string[]): Delivery {
  const body = bodyFor('Zoë ☕ متجر');
  const at = new Date();
  const signing = { keys: keysOf(latest!), former: former.map(keysOf), privateKey: null, headers: {} };
  const delivery = { id: '01', event_type: 'redirect.added', event_id: 'event-01', at };
  return { secret, headers: composeHeaders(delivery, Buffer.from(body), at, signing), body };
}

for (const [name, { verify, isMissing = false }] of Object.entries(LIBRARIES)) {
  test(`${name} verifies deliveries before, during and after two rotations, and refuses a changed body`, {
    skip: isMissing,
  }, async () => {
    const verdicts = await verify([
      deliver(FIRST, [FIRST]),
      deliver(FIRST, [SECOND, FIRST]),
      deliver(SECOND, [SECOND, FIRST]),
      deliver(FIRST, [THIRD, SECOND, FIRST]),
      deliver(THIRD, [THIRD, SECOND, FIRST]),
      deliver(FIRST, [THIRD, SECOND]),
      deliver(THIRD, [THIRD]),
      { ...deliver(THIRD, [THIRD]), body: bodyFor('Mallory') },
    ]);
    assert.deepEqual(verdicts, [true, true, true, true, true, false, true, false]);
  });
}

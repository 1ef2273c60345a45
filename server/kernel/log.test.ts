import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLog, mask } from '#kernel/log.ts';
import { randomBase62 } from '#kernel/secrets.ts';

const KEY_ID = randomBase62(8);
const SECRET = randomBase62(43);
const KEY = `sk_live_${KEY_ID}_${SECRET}`;
const SIGNING = `whsec_${randomBase62(32)}`;

function lineOf(write: (log: ReturnType<typeof createLog>) => void) {
  const lines: string[] = [];
  write(createLog('trace', { write: (line) => lines.push(line) }));
  assert.equal(lines.length, 1);
  return { text: lines[0]!, line: JSON.parse(lines[0]!) };
}

describe('a log line', () => {
  it('is JSON with a named level and a time, and contains nothing about the machine', () => {
    const { line } = lineOf((log) => log.info({ requestId: 'x' }, 'request'));
    assert.deepEqual(Object.keys(line), ['level', 'time', 'requestId', 'msg']);
    assert.equal(line.level, 'info');
    assert.equal(new Date(line.time).toISOString(), line.time);
  });

  it("omits the row's values that a database error contains", () => {
    const error = Object.assign(new Error('duplicate key'), {
      code: '23505',
      table: 'people',
      constraint: 'email_is_unique',
      detail: 'Key (email)=(ada@lovelace.example) already exists.',
      where: 'COPY people, line 1: "ada@lovelace.example"',
      internalQuery: "select 'ada@lovelace.example'",
    });
    const { text, line } = lineOf((log) => log.error({ err: error }, 'unexpected error'));
    assert.ok(!text.includes('ada@'));
    const { message, code, table, constraint } = line.err;
    assert.deepEqual(
      { message, code, table, constraint },
      {
        message: 'duplicate key',
        code: '23505',
        table: 'people',
        constraint: 'email_is_unique',
      },
    );
  });

  it('masks keys and signing secrets in errors, their stacks and their causes', () => {
    const cause = new Error(`cannot read ${SIGNING}`);
    const error = new Error(`invalid input: "${KEY}"`, { cause });
    const { text } = lineOf((log) => log.error({ err: error }, 'unexpected error'));
    for (const secret of [KEY, SECRET, SIGNING, SIGNING.slice(6)]) assert.ok(!text.includes(secret), secret);
    assert.ok(text.includes(`sk_live_${KEY_ID}…`), 'which key it was is no secret, and helps');
  });

  it('omits headers with credentials', () => {
    const { text } = lineOf((log) =>
      log.info({
        req: { headers: { authorization: `Bearer ${KEY}`, cookie: `a=${SECRET}` } },
        res: { headers: { 'set-cookie': `a=${SECRET}` } },
      }),
    );
    assert.ok(!text.includes(SECRET));
  });
});

describe('masking', () => {
  it('removes every secret from a text, also several and at its end', () => {
    const masked = mask(`${KEY} and ${SIGNING}, then ${KEY}`);
    assert.equal(masked, `sk_live_${KEY_ID}… and whsec_…, then sk_live_${KEY_ID}…`);
  });

  it('leaves any other text as it is', () => {
    assert.equal(mask('a whse and an sk_'), 'a whse and an sk_');
    assert.equal(mask(undefined), '');
  });
});

it('a cart token and an order link are masked behind what they name', () => {
  const id = 'AbCdEfGhIjKlMnOpQrStUv';
  for (const prefix of ['ct', 'ol']) {
    const shown = `${prefix}_${id}.${id}.${id}`;
    assert.equal(mask(`with ${shown}.1.${randomBase62(43)}, refused`), `with ${shown}…, refused`);
  }
  assert.equal(mask('product_1.5 and act_now.today'), 'product_1.5 and act_now.today');
});

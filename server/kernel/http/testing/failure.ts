/** Asserts the complete failure envelope: nothing missing, nothing else in it, no internal details. */
import assert from 'node:assert/strict';

export type Failed = {
  status: number;
  headers: Record<string, unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: the body is checked field by field
  body: any;
};

export function assertFailure(answer: Failed, status: number, code: string): void {
  assert.equal(answer.status, status, JSON.stringify(answer.body));
  assert.match(String(answer.headers['content-type']), /^application\/json/);
  const { success, error, ...others } = answer.body;
  assert.equal(success, false);
  assert.deepEqual(others, {});
  assert.equal(error.code, code, error.message);
  assert.equal(typeof error.message, 'string');
  assert.notEqual(error.message, '');
  assert.equal(error.requestId, answer.headers['x-request-id']);
  assert.deepEqual(
    Object.keys(error).filter((key) => key !== 'details'),
    ['code', 'message', 'requestId'],
  );
  assert.doesNotMatch(JSON.stringify(answer.body), /node_modules|\.ts:|at \w+ \(|select |insert |pg_|FST_/);
}

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { runFiles } from './pool.ts';

const folder = mkdtempSync(join(tmpdir(), 'colonnade-pool-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const FILES: Record<string, string> = {
  'a-fails': `it('passes', () => {}); it('fails', () => { throw new Error('on purpose'); }); it.skip('is skipped', () => {});`,
  'b-ends': `it('ends its process', () => process.exit(3));`,
  'c-exit-code': `after(() => { process.exitCode = 1; }); it('passes', () => {});`,
  'd-broken': `throw new Error('not to be loaded');`,
  'e-hook': `after(() => { throw new Error('after the tests'); }); it('passes', () => {});`,
  'f-forgets': `it('passes', () => { setInterval(() => {}, 1_000); });`,
  'g-passes': `const made = await new Promise((go) => setTimeout(go, 10, 1)); describe('inside', () => it('passes', () => void made));`,
};
for (const [name, text] of Object.entries(FILES)) {
  writeFileSync(
    join(folder, `${name}.test.mjs`),
    `import { after, describe, it } from 'node:test';\n${text}\n`,
  );
}

describe('a run of test files', () => {
  it('tells files that passed from those that failed, broke, or ended their process; none keeps others from running', async () => {
    let output = '';
    const files = Object.keys(FILES).map((name) => join(folder, `${name}.test.mjs`));
    const results = await runFiles(
      files,
      () => ({ seconds: 0.1, cpu: 0.1 }),
      new AbortController().signal,
      (text) => {
        output += text;
      },
    );
    const outcomes = results.map(({ file, isPassed, passed, failed, skipped }) => [
      file.slice(folder.length + 1, -'.test.mjs'.length),
      { isPassed, passed, failed, skipped },
    ]);
    assert.deepEqual(Object.fromEntries(outcomes), {
      'a-fails': { isPassed: false, passed: 1, failed: 1, skipped: 1 },
      'b-ends': { isPassed: false, passed: 0, failed: 1, skipped: 0 },
      'c-exit-code': { isPassed: false, passed: 1, failed: 0, skipped: 0 },
      'd-broken': { isPassed: false, passed: 0, failed: 0, skipped: 0 },
      'e-hook': { isPassed: false, passed: 1, failed: 0, skipped: 0 },
      'f-forgets': { isPassed: true, passed: 1, failed: 0, skipped: 0 },
      'g-passes': { isPassed: true, passed: 1, failed: 0, skipped: 0 },
    });
    assert.match(output, /not to be loaded/, 'the errors are printed');
  });

  it('begins no file after it is stopped', async () => {
    const stopped = AbortSignal.abort();
    assert.deepEqual(
      await runFiles([join(folder, 'g-passes.test.mjs')], () => ({ seconds: 1, cpu: 1 }), stopped),
      [],
    );
  });
});

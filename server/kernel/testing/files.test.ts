import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, it } from 'node:test';
import { filesOf } from './files.ts';

const root = mkdtempSync(join(tmpdir(), 'colonnade-files-'));
after(() => rmSync(root, { recursive: true, force: true }));
const FILES = ['a/a.test.ts', 'a/a.ts', 'a/b/b.test.ts', 'a/node_modules/x/x.test.ts', 'c/c.test.ts'];
for (const file of [...FILES, 'empty/none.ts']) {
  mkdirSync(join(root, dirname(file)), { recursive: true });
  writeFileSync(join(root, file), '');
}

describe('the arguments of npm test', () => {
  it('name a folder, whose test files all run, a file, or a pattern of either; a file that is named twice runs once', () => {
    assert.deepEqual(filesOf(['a'], root), ['a/a.test.ts', 'a/b/b.test.ts']);
    assert.deepEqual(filesOf(['./a/', 'a/b', 'a/b/b.test.ts'], root), ['a/a.test.ts', 'a/b/b.test.ts']);
    assert.deepEqual(filesOf(['./c/c.test.ts'], root), ['c/c.test.ts']);
    assert.deepEqual(filesOf(['[bc]', 'a/*.test.ts'], root), ['a/a.test.ts', 'c/c.test.ts']);
    assert.deepEqual(filesOf(['.'], root), ['a/a.test.ts', 'a/b/b.test.ts', 'c/c.test.ts']);
  });

  it('are refused if they name no test file, all at once', () => {
    assert.throws(
      () => filesOf(['a', 'nowhere', 'empty', 'a/a.ts', 'c/*.spec.ts'], root),
      /^Error: No test file is named by: nowhere, empty, a\/a\.ts, c\/\*\.spec\.ts\. Name a folder, /,
    );
  });

  it('end the run with that sentence and the exit code 1 before anything is started', () => {
    const run = spawnSync(process.execPath, [join(import.meta.dirname, 'run.ts'), 'server/kernal'], {
      encoding: 'utf8',
    });
    assert.equal(run.status, 1);
    assert.match(run.stderr, /^No test file is named by: server\/kernal\. [^\n]*\n$/);
    assert.equal(run.stdout, '');
  });
});

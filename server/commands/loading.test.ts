import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

const ROOT = join(import.meta.dirname, '../..');
/** Reports the files that a process loads, on its standard error. */
const WATCH = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  const loaded = [];
  registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
  process.on('exit', () => process._rawDebug(JSON.stringify(loaded)));
`)}`;

function loadedBy(line: string): string[] {
  const words = ['--import', WATCH, join(ROOT, 'server/main.ts'), ...line.split(' ')];
  const { stderr } = spawnSync(process.execPath, words, {
    env: {
      PATH: process.env.PATH,
      XDG_CONFIG_HOME: '/nonexistent',
      COLONNADE_KEY: 'sk_live_x',
      COLONNADE_URL: 'http://127.0.0.1:1',
    },
    encoding: 'utf8',
  });
  const loaded: string[] = JSON.parse(stderr.trim().split('\n').at(-1)!);
  return loaded
    .filter((url) => url.startsWith('file:'))
    .map((url) => url.slice(url.indexOf(ROOT) + ROOT.length + 1));
}

const ofServer = (loaded: string[]): string[] =>
  loaded.filter((path) =>
    /^server\/(modules|boot|app|settings|kernel\/(db|http\/(?!nearest)|events|work))|node_modules\/(?!commander\/)/.test(
      path,
    ),
  );

/** Time depends on the machine; the number of files does not, and it takes most of the time of a quick command. */
describe('a command that only calls a server loads few files, and none of the server:', () => {
  const MOST = 36;
  for (const line of [
    '--help',
    'list --help',
    'key create --help',
    'get /v1/me',
    'list orders',
    'whoami',
    'deliveries list',
    'content import --help',
  ]) {
    it(line, () => {
      const loaded = loadedBy(line);
      assert.deepEqual(ofServer(loaded), []);
      assert.ok(loaded.length > 5 && loaded.length <= MOST, `${loaded.length} files:\n${loaded.join('\n')}`);
    });
  }

  for (const line of ['content export content.ndjson --no-assets', 'content import package.json --yes']) {
    it(`${line}, which has more files of its own`, () => {
      const loaded = loadedBy(line);
      assert.deepEqual(ofServer(loaded), []);
      assert.ok(loaded.some((path) => path.startsWith('server/commands/client/copy/')));
    });
  }

  it('complete, which describes every command', () => {
    const loaded = loadedBy('complete -- list ord');
    assert.deepEqual(
      loaded.filter((path) => /typebox|\/pg\/|fastify|^server\/(modules|boot|app)/.test(path)),
      [],
    );
    assert.ok(loaded.length <= 50, `${loaded.length} files:\n${loaded.join('\n')}`);
  });
});

it('npx finds the command without reading the tree of packages, which takes longer than the command', () => {
  const read = (path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
  // npx installs a command of the package itself into its cache.
  assert.equal(read('package.json').bin, undefined);
  assert.equal(
    realpathSync(join(ROOT, 'node_modules/.bin/colonnade')),
    realpathSync(join(ROOT, 'bin/colonnade.js')),
  );
  assert.equal(read('bin/package.json').version, read('package.json').version);
});

// Prints the folders of the packages that production needs, one per line. Runs on any Node, as `bin/colonnade.js` does.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const read = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));
for (const [path, { version, dev, optional, link }] of Object.entries(read('package-lock.json').packages)) {
  // The link lets `npx` find bin/, which is copied with the sources.
  if (path === '' || dev || link) continue;
  const isThere = existsSync(join(root, path));
  // The optional packages of other platforms are not installed.
  if (!isThere && optional) continue;
  if (!isThere || read(`${path}/package.json`).version !== version) {
    console.error(`${path} is not what package-lock.json names. Run: npm ci`);
    process.exit(1);
  }
  // A package inside another one comes with it.
  if (path.lastIndexOf('node_modules/') === 0) console.log(path);
}

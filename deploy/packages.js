// Prints the folders of the packages that production needs, one per line. Runs on any Node, as `bin/colonnade.js` does.
import { readFileSync } from 'node:fs';

const read = (path) => JSON.parse(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')).packages;
const wanted = read('package-lock.json');
// npm notes here what it has installed.
const installed = read('node_modules/.package-lock.json');
for (const [path, { version, integrity, dev, optional }] of Object.entries(wanted)) {
  if (path === '' || dev) continue;
  const found = installed[path];
  // The optional packages of other platforms are not installed.
  if (found === undefined && optional) continue;
  if (found?.version !== version || found.integrity !== integrity) {
    console.error(`${path} is not what package-lock.json names. Run: npm ci`);
    process.exit(1);
  }
  // A package inside another one comes with it.
  if (path.lastIndexOf('node_modules/') === 0) console.log(path);
}

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';

const root = join(import.meta.dirname, '../..');
const notice = readFileSync(join(root, 'NOTICE'), 'utf8');
type Package = { license?: string; dev?: boolean; devOptional?: boolean; link?: boolean };
const lock: { packages: Record<string, Package> } = JSON.parse(
  readFileSync(join(root, 'package-lock.json'), 'utf8'),
);
/** These licences require only their own text, which comes with the package. */
const WITHOUT_NOTICE = ['MIT', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0'];

/** The licences of packages whose own description has none; each comes as the file LICENSE. */
const OMITTED: Record<string, string> = { 'node_modules/png-js': 'MIT' };

it('NOTICE names every package at run time whose licence requires it, with that licence', () => {
  const packages = Object.entries(lock.packages).filter(
    ([path, { dev, devOptional, link }]) => path && !dev && !devOptional && !link,
  );
  const unnamed = packages.filter(([path, { license = OMITTED[path] ?? 'none' }]) => {
    const licences = license.replaceAll(/[()]/g, '').split(/ AND | OR /);
    if (licences.every((each) => WITHOUT_NOTICE.includes(each))) return false;
    const name = path.split('node_modules/').at(-1)!;
    const families = [name, `${name.split('/')[0]}/*`, '@img/sharp-libvips-*', '@img/sharp-*'].filter(
      (each) => each === name || name.startsWith(each.slice(0, -1)),
    );
    return (
      !families.some((each) => notice.includes(each)) ||
      !licences.every((each) => WITHOUT_NOTICE.includes(each) || notice.includes(each))
    );
  });
  assert.deepEqual(
    unnamed.map(([path, { license }]) => `${path}: ${license}`),
    [],
  );
});

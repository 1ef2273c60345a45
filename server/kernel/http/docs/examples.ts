/**
 * Examples of requests and answers by operation. Tests record them from real calls: contract/openapi.answers.test.ts those in JSON,
 * contract/openapi.files.test.ts those of files.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type RecordedExample = { request?: unknown; answer?: unknown };

/** The beginning of a file by its media type. */
export type FileExample = { request?: Record<string, string>; answer?: Record<string, string> };

export const EXAMPLES_FILE = join(import.meta.dirname, 'examples.json');
export const FILE_EXAMPLES_FILE = join(import.meta.dirname, 'file-examples.json');

/** Read when the document is built: a process that serves no document does not hold them. */
export const readExamples = (): Record<string, RecordedExample> =>
  JSON.parse(readFileSync(EXAMPLES_FILE, 'utf8'));

export const readFileExamples = (): Record<string, FileExample> =>
  JSON.parse(readFileSync(FILE_EXAMPLES_FILE, 'utf8'));

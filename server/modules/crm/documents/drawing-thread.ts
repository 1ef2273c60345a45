/** The thread that draws documents: parsing the fonts alone takes longer than a request may hold the event loop. */
import { parentPort } from 'node:worker_threads';
import { drawDocuments } from './document.ts';
import type { Job, Outcome } from './drawing.ts';

parentPort!.on('message', async ({ kind, sources }: Job) => {
  try {
    const bytes = await drawDocuments(kind, sources);
    parentPort!.postMessage({ bytes } satisfies Outcome);
  } catch (error) {
    parentPort!.postMessage({ error: String((error as Error).stack) } satisfies Outcome);
  }
});

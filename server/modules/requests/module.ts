/** Requests: what programs send with their keys. A log of the last days, and counts by key and hour. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kernel, Module } from '#kernel/module.ts';
import { startLoop } from '#kernel/work/loop.ts';
import { docsFinder } from './docs-finder.ts';
import { keyUsageRoutes } from './key-usage.routes.ts';
import { createRecording } from './recording.ts';
import { requestRoutes } from './requests.routes.ts';
import type { FindLabels } from './requests.ts';
import type { RequestLogSettings } from './settings.ts';

const FLUSH_MS = 1_000;
const ADD_UP_MS = 2_000;

export function requests(
  kernel: Kernel,
  settings: RequestLogSettings,
  { findLabels, findKeyLabels }: { findLabels: FindLabels; findKeyLabels: FindLabels },
): Module & { noteRequest(request: FastifyRequest, reply: FastifyReply): void } {
  const { clock, log } = kernel;
  const recording = createRecording(kernel, settings);
  return {
    name: 'requests',
    noteRequest: recording.note,
    routes(app) {
      requestRoutes(app, clock, settings, { findLabels, findDocs: docsFinder(app) });
      keyUsageRoutes(app, clock, findKeyLabels);
      const loops = [
        startLoop({ name: 'request log', idleMs: FLUSH_MS, log, round: () => recording.flush() }),
        startLoop({
          name: 'usage of keys',
          idleMs: ADD_UP_MS,
          log,
          round: async () => {
            await recording.addUp();
            return false;
          },
        }),
      ];
      // Runs after the last answer. A database that is gone must not keep the server from closing.
      app.addHook('onClose', async () => {
        await Promise.all(loops.map((loop) => loop.stop()));
        try {
          while (await recording.flush());
          await recording.addUp();
        } catch (error) {
          log.warn({ err: error }, 'the latest requests were not logged');
        }
      });
    },
  };
}

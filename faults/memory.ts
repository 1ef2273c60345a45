/** The memory that a program still uses after a garbage collection, asked through its inspector. */
import type { Program } from './program.ts';

/** For the environment of a program that `usedMegabytes` will ask. */
export const INSPECTED = { NODE_OPTIONS: '--inspect=127.0.0.1:0' };

const MEGABYTE = 1024 * 1024;

/**
 * Objects, buffers and native memory that are alive. The resident memory is no measure of it: it also has garbage that was not
 * collected yet, and pages that the allocator keeps for later.
 */
export async function usedMegabytes(program: Program): Promise<number> {
  const address = /ws:\/\/127\.0\.0\.1:\d+\/\S+/.exec(program.output())?.[0];
  if (address === undefined) throw new Error('the program has no inspector');
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });
  let sent = 0;
  const send = <T>(method: string, params: object = {}) =>
    new Promise<T>((resolve) => {
      const id = ++sent;
      socket.addEventListener('message', ({ data }) => {
        const answer = JSON.parse(data);
        if (answer.id === id) resolve(answer.result);
      });
      socket.send(JSON.stringify({ id, method, params }));
    });
  await send('HeapProfiler.collectGarbage');
  const expression = 'JSON.stringify(process.memoryUsage())';
  const { result } = await send<{ result: { value: string } }>('Runtime.evaluate', { expression });
  socket.close();
  const { heapUsed, external } = JSON.parse(result.value) as NodeJS.MemoryUsage;
  return (heapUsed + external) / MEGABYTE;
}

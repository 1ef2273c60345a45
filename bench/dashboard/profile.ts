/** Names what the page's thread did during a scene: the time of scripts, styles and layout, and the functions that took longest. */
import type { CDPSession } from 'playwright-core';

const FUNCTIONS = 12;
const INTERVAL_US = 200;
const PARTS = ['ScriptDuration', 'RecalcStyleDuration', 'LayoutDuration', 'TaskDuration'];

/** Prints it. Sampling slows the page, so the figures of such a run are not compared with limits. */
export async function profiled(name: string, cdp: CDPSession, scene: () => Promise<void>): Promise<void> {
  await cdp.send('Performance.enable');
  await cdp.send('Profiler.enable');
  await cdp.send('Profiler.setSamplingInterval', { interval: INTERVAL_US });
  const before = await partsOf(cdp);
  await cdp.send('Profiler.start');
  await scene();
  const { profile } = await cdp.send('Profiler.stop');
  const after = await partsOf(cdp);
  const parts = PARTS.map(
    (part) => `${part} ${Math.round(1000 * (after.get(part)! - before.get(part)!))} ms`,
  );
  console.log(`\n${name}: ${parts.join(', ')}`);
  const selfMs = new Map<string, number>();
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  for (const [place, id] of profile.samples!.entries()) {
    const { functionName, url, lineNumber, columnNumber } = nodes.get(id)!.callFrame;
    const at = `${functionName || '(anonymous)'} ${url.split('/').at(-1)}:${lineNumber + 1}:${columnNumber + 1}`;
    selfMs.set(at, (selfMs.get(at) ?? 0) + profile.timeDeltas![place]! / 1000);
  }
  const longest = [...selfMs].sort(([, a], [, b]) => b - a).slice(0, FUNCTIONS);
  console.table(longest.map(([at, ms]) => ({ 'self ms': Math.round(ms), function: at })));
}

async function partsOf(cdp: CDPSession): Promise<Map<string, number>> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return new Map(metrics.map(({ name, value }) => [name, value]));
}

/** The CPU time of this process and its descendants, including those that ended; elsewhere than on Linux, of this process. */
import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

export function cpuSeconds(): number {
  try {
    return ofTree();
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }
}

function ofTree(): number {
  const children = new Map<string, string[]>();
  const ticks = new Map<string, number>();
  for (const pid of readdirSync('/proc')) {
    const stat = readStat(pid);
    if (stat === null) continue;
    const [, parent = '', ...rest] = stat;
    children.set(parent, [...(children.get(parent) ?? []), pid]);
    // User and system time of the process, then of children that ended.
    ticks.set(
      pid,
      rest.slice(9, 13).reduce((sum, text) => sum + Number(text), 0),
    );
  }
  const own = ticks.get(String(process.pid));
  if (own === undefined) throw new Error('there is no /proc here');
  const sum = (pid: string): number =>
    (children.get(pid) ?? []).reduce((total, child) => total + sum(child), ticks.get(pid) ?? 0);
  return sum(String(process.pid)) / TICKS_PER_SECOND;
}

/** The fields behind the name, which may contain anything. Null for a process that has ended. */
function readStat(pid: string): string[] | null {
  if (!/^\d+$/.test(pid)) return null;
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}

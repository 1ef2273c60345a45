/**
 * Regular expressions of tenants, matched in time linear in the text whatever they contain, and within a budget for all values of
 * a request. A pattern matches the whole text.
 */
import { PatternMachine, type PatternWork } from './pattern-machine.ts';
import { parsePattern } from './pattern-syntax.ts';

export { PatternWork, TooMuchWork } from './pattern-machine.ts';
export { PatternError } from './pattern-syntax.ts';

/** The most cached machines, by their pattern; the oldest is dropped first. */
const MAX_KEPT = 100;
/** The cost of making a state, beside that of visiting one. */
const PER_STATE = 20;

const kept = new Map<string, PatternMachine>();

/** Throws a PatternError that describes what is wrong with a pattern. */
export const checkPattern = (source: string): void => void parsePattern(source);

export function matchesPattern(source: string, text: string, work: PatternWork): boolean {
  return machineOf(source, work).matches(text, work);
}

function machineOf(source: string, work: PatternWork): PatternMachine {
  const known = kept.get(source);
  if (known !== undefined) return known;
  const machine = new PatternMachine(parsePattern(source));
  work.spend(PER_STATE * machine.size);
  for (const oldest of kept.keys()) {
    if (kept.size < MAX_KEPT) break;
    kept.delete(oldest);
  }
  kept.set(source, machine);
  return machine;
}

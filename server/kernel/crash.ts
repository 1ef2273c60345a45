/** For the fault tests: CRASH_AT=point:n kills this process at its n-th passage of a named point, as a power cut would. */
export const CRASH_POINTS = [
  'before_commit',
  'after_commit_before_response',
  'after_take',
  'after_consume_before_commit',
  'after_commit',
  'after_publish_before_note',
  'after_claim',
  'after_post_before_settle',
  'after_settle',
  'after_store_before_keep',
  'before_reserve',
  'after_reserve',
  'before_freeze',
  'after_freeze',
  'after_order_before_commit',
  'after_order_before_response',
  'after_sweep_before_commit',
] as const;
export type CrashPoint = (typeof CRASH_POINTS)[number];
export type CrashAt = { point: CrashPoint; passage: number };

let armed: CrashAt | null = null;
let passages = 0;

/** Called once, when the program starts. Production refuses the setting (kernel/config.ts). */
export function armCrash(at: CrashAt | null): void {
  armed = at;
}

export function crashPoint(point: CrashPoint): void {
  if (armed?.point !== point) return;
  passages += 1;
  if (passages !== armed.passage) return;
  process.kill(process.pid, 'SIGKILL');
  // Nothing else runs, even if the signal takes a moment to arrive.
  for (;;);
}

/** The same, between two steps of a promise chain. */
export function passing(point: CrashPoint): <T>(value: T) => T {
  return (value) => {
    crashPoint(point);
    return value;
  };
}

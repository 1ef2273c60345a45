import assert from 'node:assert/strict';

/** Waits until the condition holds. Long, because a busy machine is slow; what never comes still fails the test. */
export async function eventually(
  what: string | (() => string),
  holds: () => boolean | Promise<boolean>,
): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (!(await holds())) {
    if (performance.now() > deadline) assert.fail(`in vain: ${typeof what === 'string' ? what : what()}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

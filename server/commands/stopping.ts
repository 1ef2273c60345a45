/** Handles the signal to stop from the first moment: everything that was started, PostgreSQL above all, is stopped again. */
const PARENT_CHECK_MS = 500;

export const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** The exit code of a command that the signal interrupted. */
export const INTERRUPTED = 130;

export function stopSignal(): AbortSignal {
  const told = new AbortController();
  for (const signal of STOP_SIGNALS) process.on(signal, () => told.abort());
  // npm runs this process in a shell, which a signal ends without passing it on: so the loss of the parent means "stop".
  if (process.env.npm_command !== undefined) {
    const parent = process.ppid;
    setInterval(() => process.ppid !== parent && told.abort(), PARENT_CHECK_MS).unref();
  }
  // The supervisor died.
  process.on('disconnect', () => told.abort());
  return told.signal;
}

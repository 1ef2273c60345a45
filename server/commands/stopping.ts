/** Being told to stop, heard from the first moment: whatever was started, PostgreSQL above all, is taken down again. */
const PARENT_CHECK_MS = 500;

export function stopSignal(): AbortSignal {
  const told = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => told.abort());
  // npm runs us in a shell, which dies of a signal without passing it on: then an orphan was told to stop.
  if (process.env.npm_command !== undefined) {
    const parent = process.ppid;
    setInterval(() => process.ppid !== parent && told.abort(), PARENT_CHECK_MS).unref();
  }
  return told.signal;
}

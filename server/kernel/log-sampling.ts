/** Writes at most one line a second of a kind, with a count: an error of many requests must not flood the log. */
const WINDOW_MS = 1_000;

type Write = (count: number) => void;

const kinds = new Map<string, { count: number; write: Write }>();

/** The first line of a kind is written at once; the following ones are combined at the end of each second. */
export function sampled(kind: string, write: Write): void {
  const seen = kinds.get(kind);
  if (seen !== undefined) {
    seen.count += 1;
    seen.write = write;
    return;
  }
  write(1);
  const fresh = { count: 0, write };
  kinds.set(kind, fresh);
  const timer = setInterval(() => {
    if (fresh.count > 0) fresh.write(fresh.count);
    else {
      kinds.delete(kind);
      clearInterval(timer);
    }
    fresh.count = 0;
  }, WINDOW_MS);
  timer.unref();
}

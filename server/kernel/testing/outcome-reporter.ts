/** A reporter of `node --test`: one line for each outermost test, with its file and its milliseconds. */
type Event = { type: string; data: { nesting: number; file?: string; details?: { duration_ms: number } } };

export default async function* report(events: AsyncIterable<Event>): AsyncGenerator<string> {
  for await (const { type, data } of events) {
    if ((type !== 'test:pass' && type !== 'test:fail') || data.nesting > 0) continue;
    yield `${data.file}\t${Math.round(data.details?.duration_ms ?? 0)}\n`;
  }
}

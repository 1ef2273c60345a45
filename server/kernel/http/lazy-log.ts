/** A log whose children are created with their first line: every request has one, and hardly any writes a line. */
import type { FastifyBaseLogger } from 'fastify';

type Line = [fields: object, message?: string];

export class LazyLog {
  readonly #make: () => FastifyBaseLogger;
  #made: FastifyBaseLogger | undefined;

  constructor(make: () => FastifyBaseLogger) {
    this.#make = make;
  }

  get #log(): FastifyBaseLogger {
    this.#made ??= this.#make();
    return this.#made;
  }

  /** Ignores options: a serializer of Fastify's would replace ours, which removes secrets. */
  child(bindings: Record<string, unknown>): LazyLog {
    return new LazyLog(() => this.#log.child(bindings));
  }
  get level() {
    return this.#log.level;
  }
  fatal(...line: Line) {
    this.#log.fatal(...line);
  }
  error(...line: Line) {
    this.#log.error(...line);
  }
  warn(...line: Line) {
    this.#log.warn(...line);
  }
  info(...line: Line) {
    this.#log.info(...line);
  }
  debug(...line: Line) {
    this.#log.debug(...line);
  }
  trace(...line: Line) {
    this.#log.trace(...line);
  }
  silent() {}
}

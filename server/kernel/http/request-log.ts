/** The log of one request: every line tells which. Its child logger is made when there is a line to write. */
import type { FastifyBaseLogger } from 'fastify';

type Line = [fields: object, message?: string];

export class RequestLog {
  readonly #log: FastifyBaseLogger;
  readonly #bindings: Record<string, unknown>;
  #child: FastifyBaseLogger | undefined;

  constructor(log: FastifyBaseLogger, bindings: Record<string, unknown>) {
    this.#log = log;
    this.#bindings = bindings;
  }

  get #own(): FastifyBaseLogger {
    this.#child ??= this.#log.child(this.#bindings);
    return this.#child;
  }

  get level() {
    return this.#log.level;
  }
  child(bindings: Record<string, unknown>) {
    return this.#own.child(bindings);
  }
  fatal(...line: Line) {
    this.#own.fatal(...line);
  }
  error(...line: Line) {
    this.#own.error(...line);
  }
  warn(...line: Line) {
    this.#own.warn(...line);
  }
  info(...line: Line) {
    this.#own.info(...line);
  }
  debug(...line: Line) {
    this.#own.debug(...line);
  }
  trace(...line: Line) {
    this.#own.trace(...line);
  }
  silent() {}
}

/** Logging: pino through Fastify, which removes secrets before a line is written. */
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';

import { self } from '#kernel/siblings/siblings.ts';

export type { Logger };

export function createLog(level: string, to?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    // Lines of several processes come out on one stream.
    base: self.name === null ? null : { process: self.name },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: ['req.headers.authorization', 'req.headers.cookie', 'res.headers["set-cookie"]'],
    serializers: { err: (error) => withoutSecrets(pino.stdSerializers.err(error)) },
  };
  return to === undefined ? pino(options) : pino(options, to);
}

/** Database errors contain the values that broke a rule (`detail`, `where`); those are a tenant's data. */
function withoutSecrets(error: Record<string, unknown>): Record<string, unknown> {
  const { type, message, stack, code, constraint, table, cause } = error as Record<string, string>;
  return {
    type,
    message: mask(message),
    stack: mask(stack),
    ...(code && { code }),
    ...(constraint && { constraint }),
    ...(table && { table }),
    ...(cause && { cause: mask(String(cause)) }),
  };
}

const SECRET = /(sk_live_[0-9A-Za-z]{0,8}|whsec_)[0-9A-Za-z_+/=]*/g;

/** A cart token, a recovery link or an order link, as far as it names what it is for. */
const SIGNED = /\b((?:ct|cr|ol)_[\w-]{22}\.[\w-]{22}\.[\w-]{22})[\w.-]*/g;

export const mask = (text = '') => text.replace(SECRET, '$1…').replace(SIGNED, '$1…');

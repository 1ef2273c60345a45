import { type Env, integer } from '#kernel/setting.ts';

export type RequestLogSettings = {
  /** How long requests are kept; 0: none is stored. */
  days: number;
  /** The most that the log of one tenant takes within that time. */
  bytesPerTenant: number;
};

const MIB = 1024 * 1024;

export function readRequestLogSettings(env: Env): RequestLogSettings {
  return {
    days: integer(env, 'REQUEST_LOG_DAYS', 7, 0, 365),
    bytesPerTenant: integer(env, 'REQUEST_LOG_MIB', 1_024, 1, 1_000_000) * MIB,
  };
}

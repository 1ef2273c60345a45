/** The surroundings of a command. Settings are read only by commands that need them: reading them loads a part of the server. */
import type { Command } from 'commander';
import type { Env } from '#kernel/setting.ts';
import type { Settings } from '../settings.ts';

export type Context = { env: Env; settings(): Promise<Settings>; signal: AbortSignal };

export const createContext = (env: Env, signal: AbortSignal): Context => ({
  env,
  signal,
  settings: async () => (await import('../settings.ts')).readSettings(env),
});

/** Adds arguments, options and actions to the commands of a group. `whole` is the program with all of its groups. */
export type Define<Names extends string = string> = (
  commands: Record<Names, Command>,
  context: Context & { whole(): Promise<Command> },
) => void;

/** Finds the server and the bearer of a command: from its options, the environment, or a profile, in this order. */
import { text } from 'node:stream/consumers';
import { readPublicUrl } from '#kernel/public-url.ts';
import type { Env } from '#kernel/setting.ts';
import { SetupError } from '#kernel/setting.ts';
import type { Connection } from '../api.ts';
import type { Context } from '../context.ts';
import { type Profile, type Profiles, readProfiles } from './profile-file.ts';

/** As long as any quick request has. */
const RENEW_WITHIN_MS = 15_000;

export type ConnectionOptions = { url?: string; key?: string; profile?: string };

export async function connectionOf({ env }: Context, options: ConnectionOptions): Promise<Connection> {
  const key = options.key === '-' ? await keyFromInput() : options.key;
  // A profile that an option names is preferred to the environment.
  const given = {
    url: options.url ?? (options.profile === undefined ? env.COLONNADE_URL : undefined),
    key: key ?? (options.profile === undefined ? env.COLONNADE_KEY : undefined),
  };
  if (given.url && given.key) return { url: given.url, key: given.key };
  const { name, profile } = chosenProfile(await readProfiles(env), options.profile ?? env.COLONNADE_PROFILE);
  const url = given.url || profile?.url || readPublicUrl(env);
  if (given.key) return { url, key: given.key };
  // The key of a profile is sent to the server of that profile alone.
  if (profile === null || profile.url !== url) return { url };
  if (profile.session === undefined) return { url, key: profile.key };
  const { accessTokenOf } = await import('./session.ts');
  // Not the signal of the command: what ends after it, such as a subscription of its own, is still ended with a valid token.
  const renew = () => accessTokenOf(env, name!, profile, AbortSignal.timeout(RENEW_WITHIN_MS));
  return { url, key: await renew(), renew };
}

/** The named profile, or else the current one. */
export function chosenProfile(
  { current, profiles }: Profiles,
  named: string | undefined,
): { name: string | null; profile: Profile | null } {
  const name = named || current;
  if (name === null) return { name: null, profile: null };
  const profile = Object.hasOwn(profiles, name) ? profiles[name]! : null;
  if (profile === null && named) {
    throw new SetupError(`There is no profile "${name}". See: npx colonnade profiles`);
  }
  return { name, profile };
}

/** The server of a command that needs no key. */
export async function addressOf(env: Env, options: ConnectionOptions): Promise<string> {
  const given = options.url ?? (options.profile === undefined ? env.COLONNADE_URL : undefined);
  if (given) return given;
  const { profile } = chosenProfile(await readProfiles(env), options.profile ?? env.COLONNADE_PROFILE);
  return profile?.url ?? readPublicUrl(env);
}

export const keyFromInput = async (): Promise<string> => (await text(process.stdin)).trim();

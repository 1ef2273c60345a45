/** `login`, `logout`, `profiles` and `whoami`. */
import { readPublicUrl } from '#kernel/public-url.ts';
import { SetupError } from '#kernel/setting.ts';
import { type Connection, connectTo } from '../api.ts';
import type { Context } from '../context.ts';
import { UsageError } from '../failures.ts';
import { dim, plain, print, table } from '../output.ts';
import { type ConnectionOptions, chosenProfile, keyFromInput } from './connection.ts';
import { changeProfiles, type Profile, profilePath, readProfiles } from './profile-file.ts';
import { ask, isAtTerminal } from './prompt.ts';
import { signIn, signOut } from './session.ts';

type Json = { json?: boolean };
type Me = {
  actor: { type: 'api_key' | 'staff'; id: string; name: string; role: string; scopes: string[] | null };
  tenant: { id: string; name: string; slug: string };
};

const NAME = /^[A-Za-z0-9][\w.-]{0,62}$/;

export async function login(
  context: Context,
  options: ConnectionOptions & Json & { email?: string; tenant?: string },
): Promise<void> {
  const { env, signal } = context;
  const before = await readProfiles(env);
  const name = options.profile ?? (env.COLONNADE_PROFILE || before.current || 'default');
  if (!NAME.test(name)) {
    throw new UsageError('--profile takes letters, digits, dots, underscores and hyphens, 63 at most.');
  }
  const known = Object.hasOwn(before.profiles, name) ? before.profiles[name]! : null;
  const url = await chooseUrl(context, options, known);
  const profile = options.email
    ? await signInAs(url, { ...options, email: options.email }, signal)
    : { url, key: await chooseKey(options, signal) };
  const me = await whoIs({ url, key: profile.key ?? profile.session?.accessToken }, signal);
  await changeProfiles(env, (file) => {
    file.profiles[name] = profile;
    file.current = name;
  });
  print(
    options,
    { profile: name, url, ...me },
    `Signed in to ${me.tenant.name} (${me.tenant.slug}) at ${url} as ${describeActor(me)}.\nSaved as profile "${name}" in ${profilePath(env)}, which only you can read.`,
  );
}

async function chooseUrl({ env, signal }: Context, { url, key }: ConnectionOptions, known: Profile | null) {
  const fallback = env.COLONNADE_URL || known?.url || readPublicUrl(env);
  const chosen =
    url ?? (key === undefined && isAtTerminal() ? await ask('Server', signal, { fallback }) : fallback);
  return chosen.replace(/\/+$/, '');
}

async function chooseKey({ key }: ConnectionOptions, signal: AbortSignal): Promise<string> {
  if (key === undefined && !isAtTerminal()) {
    throw new UsageError('login needs a terminal, or the key on standard input: login --key -');
  }
  const chosen =
    key === '-'
      ? await keyFromInput()
      : (key ?? (await ask('API key (not shown)', signal, { isSecret: true })));
  // Never repeats what was entered: it may be a password.
  if (!chosen.startsWith('sk_')) throw new SetupError('This is not an API key: those begin with sk_live_.');
  return chosen;
}

async function signInAs(
  url: string,
  { email, tenant, key }: { email: string; tenant?: string; key?: string },
  signal: AbortSignal,
): Promise<Profile> {
  if (key !== undefined && key !== '-') {
    throw new UsageError('--email asks for a password, not for a key; --key - reads it from standard input.');
  }
  if (key === undefined && !isAtTerminal())
    throw new UsageError('login --email needs a terminal, or the password on standard input: add --key -');
  const password =
    key === '-' ? await keyFromInput() : await ask('Password (not shown)', signal, { isSecret: true });
  const code = () => ask('Code of the authenticator app', signal);
  return { url, session: await signIn(url, { email, password, tenant }, code, signal) };
}

const whoIs = (connection: Connection, signal: AbortSignal): Promise<Me> =>
  connectTo(connection, signal).json('GET', '/v1/me');

const describeActor = ({ actor }: Me) =>
  actor.type === 'api_key' ? `key "${actor.name}"` : `${actor.name}, with the role ${actor.role}`;

export async function logout(context: Context, options: Json & { profile?: string }): Promise<void> {
  const { env, signal } = context;
  const { name, profile } = chosenProfile(await readProfiles(env), options.profile ?? env.COLONNADE_PROFILE);
  if (name === null || profile === null) throw new SetupError('There is no profile to remove.');
  // The profile is removed also if its server is away.
  const ended = await signOut(profile, signal).then(
    () => profile.session !== undefined,
    () => false,
  );
  await changeProfiles(env, (file) => {
    delete file.profiles[name];
    if (file.current === name) file.current = Object.keys(file.profiles)[0] ?? null;
  });
  const rest = profile.key
    ? ' The key itself still works; to end it, revoke it in the dashboard or with: npx colonnade key revoke'
    : ended
      ? ' Its sign-in has ended.'
      : ' Its server does not answer; the sign-in there ends by itself within 14 days.';
  print(options, { profile: name, removed: true }, `Profile "${name}" is removed.${rest}`);
}

export async function listProfiles({ env }: Context, options: Json): Promise<void> {
  const { current, profiles } = await readProfiles(env);
  const found = Object.entries(profiles).map(([name, { url, key, session }]) => ({
    name,
    current: name === current,
    url,
    as: session?.email ?? previewOf(key),
  }));
  const rows = found.map(({ name, current, url, as }) => ({
    profile: current ? `${name} *` : name,
    server: url,
    as,
  }));
  print(options, found, table(rows, 'There is no profile yet. See: npx colonnade login --help'));
}

/** The public part of a key. */
const previewOf = (key = '') => `${key.slice(0, 'sk_live_12345678_'.length)}…`;

export async function useProfile({ env }: Context, name: string, options: Json): Promise<void> {
  const url = await changeProfiles(env, (file) => {
    const { profile } = chosenProfile(file, name);
    file.current = name;
    return profile!.url;
  });
  print(options, { profile: name, url }, `Commands now use profile "${name}": ${url}`);
}

export async function whoami(connection: Connection, options: Json, { signal }: Context): Promise<void> {
  const me = await whoIs(connection, signal);
  const { actor, tenant } = me;
  const lines = [
    ['Tenant', `${tenant.name} (${tenant.slug})`],
    [actor.type === 'api_key' ? 'API key' : 'Person', actor.name],
    ['Role', actor.role],
    ['Scopes', actor.scopes === null ? 'all of the role' : actor.scopes.join(', ')],
    ['Server', connection.url],
  ];
  if (options.json) return print(options, { url: connection.url, ...me }, '');
  for (const [name, value] of lines) console.log(`${dim(name!.padEnd(9))}${plain(value!)}`);
}

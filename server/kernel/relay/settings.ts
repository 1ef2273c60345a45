/** The settings of the relay to NATS. */
import { type Env, integer, parseUrl, SetupError } from '#kernel/setting.ts';

export type RelaySettings = {
  /** Addresses of servers of one NATS cluster. */
  servers: string[];
  user?: string;
  password?: string;
  token?: string;
  isTls: boolean;
  /** The name of this installation in subjects and streams. */
  installation: string;
  /** The servers that store each stream. */
  replicas: number;
};

export function readRelay(env: Env): RelaySettings | null {
  if (!env.NATS_URL) return null;
  const urls = env.NATS_URL.split(',').map((text) => parseUrl('NATS_URL', text.trim(), ['nats:', 'tls:']));
  const [first] = urls as [URL, ...URL[]];
  if (
    urls.some((url) => url.hostname === '' || !['', '/'].includes(url.pathname) || url.search || url.hash)
  ) {
    throw new SetupError('NATS_URL must name servers alone, such as nats://user:password@host:4222');
  }
  const installation = env.NATS_NAME || 'main';
  if (!/^[a-z0-9_-]{1,32}$/.test(installation)) {
    throw new SetupError('NATS_NAME must be up to 32 small letters, digits, - or _.');
  }
  const [user, password] = [first.username, first.password].map(decoded) as [string, string];
  return {
    servers: urls.map(({ hostname, port }) => `${hostname}:${port || 4222}`),
    ...(password !== '' ? { user, password } : user !== '' && { token: user }),
    isTls: urls.some(({ protocol }) => protocol === 'tls:'),
    installation,
    replicas: integer(env, 'NATS_REPLICAS', 1, 1, 5),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new SetupError('NATS_URL has a % in its user or password that begins no escape: write it as %25.');
  }
}

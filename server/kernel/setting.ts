/** Reads one setting from the environment, or stops the start with one sentence. */
export type Env = Record<string, string | undefined>;

/** A mistake of the operator: shown as one sentence, without a stack. */
export class SetupError extends Error {}

export function number(env: Env, name: string, fallback: number, min: number, max: number): number {
  const text = env[name] ?? '';
  if (text === '') return fallback;
  const value = /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (!(value >= min && value <= max)) {
    throw new SetupError(`${name} must be a number from ${min} to ${max}, but is "${text}".`);
  }
  return value;
}

export function integer(env: Env, name: string, fallback: number, min: number, max: number): number {
  const value = number(env, name, fallback, min, max);
  if (!Number.isInteger(value))
    throw new SetupError(`${name} must be a whole number, but is "${env[name]}".`);
  return value;
}

export function oneOf(env: Env, name: string, fallback: string, allowed: string[]): string {
  const value = env[name] || fallback;
  if (!allowed.includes(value)) {
    throw new SetupError(`${name} must be one of ${allowed.join(', ')}, but is "${value}".`);
  }
  return value;
}

export function parseUrl(name: string, text: string, protocols: string[]): URL {
  const url = URL.parse(text);
  const isWritten = protocols.some((protocol) => text.toLowerCase().startsWith(`${protocol}//`));
  // The message does not repeat the text: it may contain a password.
  if (url === null || !isWritten) {
    throw new SetupError(
      `${name} must be a URL that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`,
    );
  }
  return url;
}

/** The address of a server: a URL to which paths are appended. */
export function parseAddress(name: string, text: string): URL {
  const url = parseUrl(name, text, ['http:', 'https:']);
  if (url.username || url.password || /[\s?#@\\]/.test(text)) {
    throw new SetupError(
      `${name} must be an address alone, such as https://api.example.com, without user, blank, ? or #.`,
    );
  }
  return url;
}

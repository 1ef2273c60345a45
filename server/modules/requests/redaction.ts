/** Removes secrets from the parts of a failed request before they are stored, and cuts them to a bounded length. */
import { mask as maskKeys } from '#kernel/log.ts';

/** The most characters of a body or an answer that are stored. */
export const MOST_KEPT = 4_096;
/** A larger body is not parsed: only its beginning is read. */
const MOST_PARSED = 16 * 1024;
const MOST_OF_QUERY = 1_000;

const REMOVED = '[removed]';
/** A signed token, such as those of staff. It begins where no other text of its letters ends, so each letter is read a few times only. */
const TOKEN = /(?<![\w-])eyJ[\w-]{8,}\.[\w-]+\.[\w-]+/g;

export const mask = (text: string): string => maskKeys(text).replace(TOKEN, 'eyJ…');

const SECRET_NAME =
  /pass.?(word|phrase|wd|code)|secret|token|credential|authori[sz]ation|cookie|api.?key|access.?key|private.?key|signature|cvc|cvv|card.?(number|no)|iban|"(pin|pwd|pass|otp|auth|ssn|headers)"|^(pin|pwd|pass|otp|auth|ssn|headers)$/i;
/** A value that is, or carries, a secret whatever its name is: a header's value, an address with a secret parameter. */
const SECRET_VALUE = /^(bearer|basic)\s/i;

/** The text of a body, shortened; null without a body. */
export function withoutSecrets(body: Buffer | undefined): string | null {
  if (body === undefined || body.length === 0) return null;
  const text = body.toString('utf8', 0, MOST_PARSED);
  const whole = body.length > MOST_PARSED ? null : withoutNamedSecrets(text);
  if (whole !== null) return shorten(mask(whole));
  if (!SECRET_NAME.test(decoded(text))) return shorten(mask(text), body.length > MOST_PARSED);
  return SECRET_NAME.test(text) ? upToSecret(text) : REMOVED;
}

/** Null if it is not JSON. Without a secret, it stays as it was sent: a number that JavaScript cannot represent may be the cause of the failure. */
function withoutNamedSecrets(text: string): string | null {
  let found = 0;
  const isSecret = (name: string, value: unknown) =>
    typeof value === 'string'
      ? SECRET_NAME.test(name) || SECRET_VALUE.test(value) || SECRET_NAME.test(decoded(value))
      : SECRET_NAME.test(name) && value !== null;
  try {
    const shown = JSON.stringify(JSON.parse(text), (name, value) => {
      if (!isSecret(name, value)) return value;
      found++;
      return REMOVED;
    });
    return found === 0 ? text : shown;
  } catch {
    return null;
  }
}

/** The end of a secret in text that is not JSON is unknown, so everything from its name on is removed. */
const upToSecret = (text: string): string =>
  `${shorten(mask(text.slice(0, text.search(SECRET_NAME))))}… [the rest names a secret]`;

export function withoutSecretParameters(query: string): string {
  const parameters = query.split('&').map((parameter) => {
    const [name] = parameter.split('=', 1);
    const isSecret =
      SECRET_NAME.test(decoded(name!)) || SECRET_NAME.test(decoded(parameter.slice(name!.length)));
    return isSecret ? `${name}=${REMOVED}` : parameter;
  });
  return shorten(mask(parameters.join('&')), false, MOST_OF_QUERY);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** PostgreSQL stores no NUL in a text. */
export function shorten(text: string, isCut = false, most = MOST_KEPT): string {
  const plain = text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text;
  return plain.length > most || isCut ? `${plain.slice(0, most)}…` : plain;
}

/** For receivers: verifies that a delivery comes from the service and is fresh. Works wherever Web Crypto does. */

export type Delivery = {
  /** The same on every attempt: a receiver that has seen it answers 200 and does nothing more. */
  id: string;
  type: string;
  tenant_id: string;
  data: Record<string, unknown>;
  delivered_at: string;
};

type HeaderValue = string | readonly string[] | number | null | undefined;

/** Names in any case; a value may be a list. `Headers`, a `Map`, or the headers of Node, Express, Fastify or a Lambda event fit. */
export type WebhookHeaders =
  | { get(name: string): HeaderValue; forEach?(use: (value: HeaderValue, name: string) => void): void }
  | Readonly<Record<string, HeaderValue>>;

export type WebhookRequest = {
  /** The raw body, byte for byte as it arrived. */
  body: string | Uint8Array;
  headers: WebhookHeaders;
  /** The signing secret as it was shown, `whsec_…`; during a rotation, the new one and the old one. */
  secret: string | readonly string[];
  /** The largest distance between the signed time and now, in seconds; `Infinity` accepts any time. Five minutes by default. */
  toleranceSeconds?: number;
  now?: Date;
};

export type RefusalReason =
  /** There is no signature, or a header that it needs is missing. */
  | 'missing header'
  /** A header that the signature needs has no valid value. */
  | 'malformed header'
  /** No signature is that of the body with this secret. */
  | 'signature'
  /** The signature is genuine, and older than the tolerance: a delivery that was recorded, or that waited somewhere. */
  | 'stale'
  /** The signature is genuine, and its time is in the future: one of the clocks is wrong. */
  | 'early'
  /** The signature is genuine, and the body is no delivery. */
  | 'malformed body';

export type Verdict =
  | { ok: true; delivery: Delivery }
  | { ok: false; reason: RefusalReason; message: string };

const TOLERANCE_SECONDS = 300;
/** Each costs a hash of the body; a sender with overlapping secrets sends a few. */
const MAX_SIGNATURES = 16;

/** Returns the delivery, or null when it is refused: answer 400 then. `checkWebhook` also reports the reason. */
export async function verifyWebhook(request: WebhookRequest): Promise<Delivery | null> {
  const verdict = await checkWebhook(request);
  return verdict.ok ? verdict.delivery : null;
}

/**
 * Verifies `X-service-Signature`, or the headers of Standard Webhooks if only they are there. During a rotation, deliveries are
 * signed with each valid secret, so any of them is accepted.
 */
export async function checkWebhook(request: WebhookRequest): Promise<Verdict> {
  const { toleranceSeconds = TOLERANCE_SECONDS, now = new Date() } = request;
  assertUsable(request, toleranceSeconds);
  const body = bytesOf(request.body);
  const headers = readerOf(request.headers);
  const signed = await findGenuine(headers, body, [request.secret].flat());
  if ('ok' in signed) return signed;
  const delivery = parseDelivery(body);
  if (delivery === null) return refuse('malformed body', 'The body is signed, but it is no delivery.');
  if (toleranceSeconds === Infinity) return { ok: true, delivery };
  const signedAt = signed.at ?? Date.parse(delivery.delivered_at);
  if (Number.isNaN(signedAt)) return refuse('malformed body', 'The body is signed, but has no delivered_at.');
  const age = (now.getTime() - signedAt) / 1000;
  if (age > toleranceSeconds) return refuse('stale', `The delivery was signed ${Math.round(age)} s ago.`);
  if (-age > toleranceSeconds) {
    return refuse('early', `The delivery was signed ${Math.round(-age)} s in the future.`);
  }
  return { ok: true, delivery };
}

/** The signature that one of the secrets has made. */
async function findGenuine(headers: ReadHeader, body: Bytes, secrets: string[]): Promise<Signed | Verdict> {
  for (const secret of secrets) {
    const signed = readOwn(headers, body, secret) ?? readStandard(headers, body, secret);
    if ('ok' in signed || (await isGenuine(signed))) return signed;
  }
  return refuse('signature', 'No signature matches the body and the secret.');
}

const refuse = (reason: RefusalReason, message: string): Verdict => ({ ok: false, reason, message });

/** Mistakes of the receiver's own program, which no sender can cause. */
function assertUsable({ body, secret }: WebhookRequest, toleranceSeconds: number): void {
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) {
    throw new TypeError('body must be the raw body, as text or bytes: parsed JSON cannot be verified.');
  }
  const secrets = [secret].flat();
  if (secrets.length === 0 || secrets.some((each) => typeof each !== 'string' || each === '')) {
    throw new TypeError('secret must be the signing secret of the subscription, whsec_….');
  }
  if (!(toleranceSeconds >= 0)) throw new RangeError('toleranceSeconds must be 0 or more.');
}

type Bytes = Uint8Array<ArrayBuffer>;
type Signed = {
  key: Bytes;
  content: Bytes;
  signatures: Bytes[];
  /** The signed time in milliseconds; null: `delivered_at` of the body. */
  at: number | null;
};
type ReadHeader = (name: string) => string[];

/** Null when no header of this scheme is there. The key is the whole secret as it was shown. */
function readOwn(headers: ReadHeader, body: Bytes, secret: string): Signed | Verdict | null {
  const values = [...headers('x-service-signature'), ...headers('x-service-signature-previous')];
  if (values.length === 0) return null;
  const signatures = values.flatMap((value) => value.split(',')).map((value) => fromHex(value.trim()));
  return withSignatures(signatures, 'X-service-Signature', { key: bytesOf(secret), content: body, at: null });
}

/** The key is the base64 after `whsec_`. Signatures of other versions than v1 are ignored. */
function readStandard(headers: ReadHeader, body: Bytes, secret: string): Signed | Verdict {
  const [values, ids, times] = ['signature', 'id', 'timestamp'].map((name) => headers(`webhook-${name}`));
  if (values!.length === 0) return refuse('missing header', 'The request has no X-service-Signature.');
  if (ids!.length === 0 || times!.length === 0) {
    return refuse('missing header', 'A webhook-signature needs webhook-id and webhook-timestamp.');
  }
  const [id, time] = [ids!.join(), times!.join()];
  const key = fromBase64(secret.replace(/^whsec_/, ''));
  if (key === null) throw new TypeError('secret must be whsec_ and base64 to verify a webhook-signature.');
  if (id === '' || !/^\d{1,12}$/.test(time)) {
    return refuse(
      'malformed header',
      'webhook-timestamp must be one time in seconds, and webhook-id one id.',
    );
  }
  const head = bytesOf(`${id}.${time}.`);
  const content = new Uint8Array(head.length + body.length);
  content.set(head);
  content.set(body, head.length);
  const signatures = values!
    .flatMap((value) => value.split(/[ ,]+(?=v1[a-z]?,)/))
    .map((value) => (value.startsWith('v1,') ? fromBase64(value.slice(3).trim()) : null));
  return withSignatures(signatures, 'webhook-signature', { key, content, at: Number(time) * 1000 });
}

function withSignatures(
  found: (Bytes | null)[],
  header: string,
  rest: Omit<Signed, 'signatures'>,
): Signed | Verdict {
  const signatures = found.filter((signature) => signature?.length === 32) as Bytes[];
  if (signatures.length === 0) return refuse('malformed header', `${header} has no valid signature.`);
  if (signatures.length > MAX_SIGNATURES) {
    return refuse('malformed header', `${header} has more than ${MAX_SIGNATURES} signatures.`);
  }
  return { ...rest, signatures };
}

/** `verify` compares in constant time. */
async function isGenuine({ key: raw, content, signatures }: Signed): Promise<boolean> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', raw, algorithm, false, ['verify']);
  for (const signature of signatures) {
    if (await crypto.subtle.verify('HMAC', key, signature, content)) return true;
  }
  return false;
}

function parseDelivery(body: Bytes): Delivery | null {
  try {
    const value = JSON.parse(new TextDecoder().decode(body));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/** Reads all values of a header, by its name in lower case. */
function readerOf(headers: WebhookHeaders): ReadHeader {
  const found = new Map<string, string[]>();
  const add = (value: HeaderValue, name: string) => {
    const key = String(name).toLowerCase();
    found.set(key, [...(found.get(key) ?? []), ...valuesOf(value)]);
  };
  if (typeof headers.get !== 'function') {
    for (const [name, value] of Object.entries(headers)) add(value as HeaderValue, name);
  } else if (typeof headers.forEach === 'function') {
    headers.forEach(add);
  } else {
    const { get } = headers;
    return (name) => valuesOf(get.call(headers, name));
  }
  return (name) => found.get(name) ?? [];
}

const valuesOf = (value: HeaderValue): string[] =>
  [value].flat().flatMap((each) => (each === undefined || each === null || each === '' ? [] : String(each)));

/** A copy: Web Crypto takes no bytes of shared memory. */
const bytesOf = (body: string | Uint8Array): Bytes =>
  Uint8Array.from(typeof body === 'string' ? new TextEncoder().encode(body) : body);

function fromHex(signature: string): Bytes | null {
  const [, hex] = /^sha256=([0-9a-f]{64})$/.exec(signature) ?? [];
  return hex === undefined ? null : Uint8Array.from(hex.match(/../g)!, (pair) => Number.parseInt(pair, 16));
}

function fromBase64(text: string): Bytes | null {
  try {
    return text === '' ? null : Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

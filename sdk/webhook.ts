/** For receivers: verifies that a delivery comes from the service. Works wherever Web Crypto does. */

const SIGNATURES = ['x-service-signature', 'x-service-signature-previous'];

export type Delivery = {
  /** The same on every attempt: a receiver that has seen it answers 200 and does nothing more. */
  id: string;
  type: string;
  tenant_id: string;
  data: Record<string, unknown>;
  delivered_at: string;
};

/**
 * Returns the delivery, or null when the signature is not genuine: answer 400 then. `body` is the raw body, byte for byte as it
 * arrived. During a rotation, deliveries are signed with both secrets, so either one is accepted.
 */
export async function verifyWebhook(request: {
  body: string | Uint8Array;
  headers: Headers | Record<string, string | string[] | undefined>;
  secret: string;
}): Promise<Delivery | null> {
  const encoder = new TextEncoder();
  const bytes = Uint8Array.from(
    typeof request.body === 'string' ? encoder.encode(request.body) : request.body,
  );
  const key = await crypto.subtle.importKey(
    'raw',
    encoder.encode(request.secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  );
  for (const name of SIGNATURES) {
    const signature = parse(headerOf(request.headers, name));
    // Compares in constant time.
    if (signature && (await crypto.subtle.verify('HMAC', key, signature, bytes))) {
      return JSON.parse(new TextDecoder().decode(bytes));
    }
  }
  return null;
}

function headerOf(headers: Headers | Record<string, string | string[] | undefined>, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  return typeof value === 'string' ? value : '';
}

function parse(signature: string): Uint8Array<ArrayBuffer> | null {
  const [, hex] = /^sha256=([0-9a-f]{64})$/.exec(signature) ?? [];
  if (hex === undefined) return null;
  return Uint8Array.from(hex.match(/../g)!, (pair) => Number.parseInt(pair, 16));
}

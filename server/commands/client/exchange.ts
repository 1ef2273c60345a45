/** One request over HTTP. Loading Node's fetch takes longer than all the rest of a quick command, so this is built on node:http. */
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export type Sent = {
  method: string;
  headers?: OutgoingHttpHeaders;
  body?: string | Buffer | Readable;
  signal?: AbortSignal;
};

/** Resolves with the head of the answer; its body follows as a stream. Redirects are not followed: a key goes to one server only. */
export async function exchange(url: URL, { method, headers, body, signal }: Sent): Promise<IncomingMessage> {
  // An import would evaluate every export, and one of them loads fetch.
  const { request } = process.getBuiltinModule(url.protocol === 'https:' ? 'node:https' : 'node:http');
  return new Promise((resolve, reject) => {
    const sending = request(url, { method, headers, signal });
    sending.once('response', resolve).on('error', reject);
    if (body === undefined || typeof body === 'string' || Buffer.isBuffer(body)) sending.end(body);
    // An answer that comes before the end of the body resolves first.
    else pipeline(body, sending).catch(reject);
  });
}

/** `listen`: a receiver for trying webhooks out. It verifies each signature on the raw bytes and prints each delivery. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SetupError } from '#kernel/setting.ts';
import { verifySignature } from '../modules/webhooks/sending/signature.ts';
import { UsageError } from './failures.ts';
import { plain } from './output.ts';

const MAX_BODY = 1024 * 1024 * 8;

export async function listen(
  options: { port: number; secret?: string; json?: boolean },
  signal: AbortSignal,
): Promise<void> {
  assertSecret(options.secret);
  const server = createServer(receiver(options));
  await bind(server, options.port);
  const { port } = server.address() as AddressInfo;
  const checking = options.secret
    ? 'Signatures are checked.'
    : 'Signatures are not checked: give --secret whsec_…';
  // Written to stderr: stdout is for the deliveries.
  console.error(`Waiting for webhooks at http://localhost:${port}/  ${checking} Stop with Ctrl-C.`);
  if (!signal.aborted) await once(signal, 'abort');
  server.close();
  server.closeAllConnections();
}

export function assertSecret(secret: string | undefined): void {
  if (secret === undefined || secret.startsWith('whsec_')) return;
  throw new UsageError(
    '--secret takes the signing secret that a subscription showed when it was created (whsec_…).',
  );
}

async function bind(server: Server, port: number): Promise<void> {
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') throw new SetupError(`Port ${port} is taken. Choose another with --port.`);
    if (code === 'EACCES') {
      throw new SetupError(`Port ${port} may not be used by this user. Choose another with --port.`);
    }
    throw error;
  }
}

function receiver({ secret, json }: { secret?: string; json?: boolean }): RequestListener {
  const seen = new Set<string>();
  return async (request, response) => {
    if (request.method !== 'POST') {
      return void response.writeHead(405, { allow: 'POST' }).end('Webhooks arrive here by POST.\n');
    }
    const body = await readBody(request).catch(() => null);
    if (body === null) return void response.writeHead(413).end();
    const delivery = String(request.headers['x-service-delivery'] ?? '');
    const verified =
      secret === undefined
        ? null
        : signaturesOf(request).some((signature) => verifySignature(secret, body, signature));
    // Answers like the reference receiver: an invalid signature is refused, which makes the sender try again.
    response.writeHead(verified === false ? 400 : 204).end();
    const received = {
      at: new Date().toISOString(),
      event: String(request.headers['x-service-event'] ?? ''),
      delivery,
      verified,
      repeated: seen.has(delivery),
      body: parse(body),
    };
    if (verified !== false && delivery !== '') seen.add(delivery);
    console.log(json ? JSON.stringify(received) : plain(describe(received)));
  };
}

/** During a rotation, a delivery is signed with each valid secret. */
const signaturesOf = ({ headers }: IncomingMessage): string[] =>
  ['x-service-signature', 'x-service-signature-previous'].flatMap((name) =>
    String(headers[name] ?? '').split(', '),
  );

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MAX_BODY) throw new Error('too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return body.toString('utf8');
  }
}

type Received = {
  at: string;
  event: string;
  delivery: string;
  verified: boolean | null;
  repeated: boolean;
  body: unknown;
};

function describe({ at, event, delivery, verified, repeated, body }: Received): string {
  const mark =
    verified === null
      ? '· signature not checked'
      : verified
        ? '✓ signature valid'
        : '✗ SIGNATURE INVALID, answered 400';
  const again = repeated ? '  (again: same delivery id)' : '';
  return `\n${at}  ${event || '(no event type)'}  ${delivery}${again}\n${mark}\n${JSON.stringify(body, null, 2)}`;
}

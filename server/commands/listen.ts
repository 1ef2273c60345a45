/** `listen`: a receiver for trying webhooks out. It checks each signature on the raw bytes and shows what came. */
import { createServer, type IncomingMessage } from 'node:http';
import { SetupError } from '#kernel/config.ts';
import { verifySignature } from '../modules/webhooks/signature.ts';

const MAX_BODY = 1024 * 1024 * 8;

export async function listen(options: { port: number; secret?: string; json?: boolean }): Promise<void> {
  if (options.secret !== undefined && !options.secret.startsWith('whsec_')) {
    throw new SetupError(
      '--secret takes the signing secret that a subscription showed when it was created (whsec_…).',
    );
  }
  const seen = new Set<string>();
  const server = createServer(async (request, response) => {
    const body = await readBody(request).catch(() => null);
    if (body === null) return void response.writeHead(413).end();
    const delivery = String(request.headers['x-service-delivery'] ?? '');
    const verified =
      options.secret === undefined
        ? null
        : verifySignature(options.secret, body, request.headers['x-service-signature']);
    const received = {
      at: new Date().toISOString(),
      event: String(request.headers['x-service-event'] ?? ''),
      delivery,
      verified,
      repeated: seen.has(delivery),
      body: parse(body),
    };
    // As the reference receiver does: an invalid signature is refused, which makes the sender try again.
    response.writeHead(verified === false ? 400 : 204).end();
    if (verified !== false) seen.add(delivery);
    console.log(options.json ? JSON.stringify(received) : describe(received));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new SetupError(`Port ${options.port} is taken. Choose another with --port.`)
          : error,
      ),
    );
    server.listen(options.port, '127.0.0.1', resolve);
  });
  const { port } = server.address() as { port: number };
  const checking = options.secret
    ? 'Signatures are checked.'
    : 'Signatures are not checked: give --secret whsec_…';
  console.error(`Waiting for webhooks at http://localhost:${port}/  ${checking} Stop with Ctrl-C.`);
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(0));
}

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
  return `\n${at}  ${event}  ${delivery}${again}\n${mark}\n${JSON.stringify(body, null, 2)}`;
}

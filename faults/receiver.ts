/** The tenants' receiver: stores the raw bytes and verifies every signature with a library that is not ours. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { verify } from '@octokit/webhooks-methods';
import type { Stage } from './stage.ts';

export type Receipt = {
  deliveryId: string;
  /** The path of the event's redirect, which the load makes unique. */
  from: string;
  isVerified: boolean;
  /** Verified with the previous secret, in the header for it. */
  isVerifiedByPrevious: boolean;
  at: number;
  /** Null until answered. */
  status: number | null;
};

/** Returns the status to answer; null never answers. */
export type Answer = (receipt: Receipt, nth: number) => number | null | Promise<number | null>;

export type Inbox = {
  url: string;
  /** Known after the subscription is created. */
  secret: string;
  previousSecret: string;
  receipts: Receipt[];
  answer: Answer;
};

export type Receiver = { newInbox(answer?: Answer): Inbox };

export async function openReceiver(stage: Stage): Promise<Receiver> {
  const inboxes: Inbox[] = [];
  const server = createServer(async (request, response) => {
    const at = Date.now();
    const inbox = inboxes[Number(request.url!.slice(1))]!;
    const raw = Buffer.concat(await request.toArray()).toString('utf8');
    const check = (secret: string, header: string) =>
      verify(secret || 'none', raw, String(request.headers[header] ?? 'sha256=')).catch(() => false);
    const receipt: Receipt = {
      deliveryId: String(request.headers['x-service-delivery']),
      from: JSON.parse(raw).data.from,
      isVerified: await check(inbox.secret, 'x-service-signature'),
      isVerifiedByPrevious: await check(inbox.previousSecret, 'x-service-signature-previous'),
      at,
      status: null,
    };
    const status = await inbox.answer(receipt, inbox.receipts.push(receipt));
    if (status === null || response.destroyed) return;
    receipt.status = status;
    response.writeHead(status).end();
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stage.cleanUp(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return {
    newInbox(answer = () => 200) {
      const url = `http://127.0.0.1:${port}/${inboxes.length}`;
      const inbox: Inbox = { url, secret: '', previousSecret: '', receipts: [], answer };
      inboxes.push(inbox);
      return inbox;
    },
  };
}

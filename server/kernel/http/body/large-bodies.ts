/**
 * Large bodies of one tenant are parsed and answered few at a time while other tenants are active. Some steps on such a body hold the
 * event loop for milliseconds, and those of many bodies would come one after the other: other requests would wait for all of them.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, badRequest, REFUSAL_DELAY_MS } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { whenOver } from '#kernel/http/when-over.ts';
import { Company } from '#kernel/work/company.ts';
import { PartyPlaces } from '#kernel/work/party-places.ts';
import { Tally } from '#kernel/work/tally.ts';

export const LARGE_BODY = 64 * 1024;
/** Bodies of one tenant; the last of them waits for a few seconds. */
export const MOST_WAITING = 64;
/** A handler may continue after its client has gone, and not every one says when it ends. */
const GONE_MS = 1_000;

declare module 'fastify' {
  interface FastifyRequest {
    /** Resolves when the large body may be parsed; null if the body is small. */
    takePlace: (() => Promise<void>) | null;
    leavePlace: (() => void) | null;
  }
}

/** Returns the function to call once the caller is known. Bodies of public routes are small. */
export function placeLargeBodies(
  app: Pick<App, 'decorateRequest' | 'addHook'>,
  most: number,
): (request: FastifyRequest, reply: FastifyReply) => void {
  const places = new PartyPlaces(most);
  const company = new Company('large bodies');
  const waiting = new Tally();
  app.decorateRequest('takePlace', null);
  app.decorateRequest('leavePlace', null);
  app.addHook('onSend', (request, _reply, _payload, done) => {
    request.leavePlace?.();
    done();
  });
  return (request, reply) => {
    const tenant = (request.actor ?? request.shopper)?.tenant.id;
    if (tenant === undefined) return;
    company.note(tenant);
    if (!mayBeLarge(request)) return;
    request.takePlace = async () => {
      if (company.isOne) return;
      if (waiting.of(tenant) >= MOST_WAITING) throw await refusal();
      const { promise: over, resolve: leave } = Promise.withResolvers<void>();
      request.leavePlace = leave;
      whenOver(reply.raw, () => setTimeout(leave, GONE_MS).unref());
      waiting.add(tenant, 1);
      await new Promise<void>((begin) => {
        void places.run(tenant, () => {
          begin();
          return over;
        });
      });
      waiting.add(tenant, -1);
      // Nothing of it has begun. Otherwise those who send and leave would have their bodies worked on without places.
      if (reply.raw.destroyed) throw badRequest('The client has gone.');
    };
  };
}

async function refusal(): Promise<AppError> {
  await sleep(REFUSAL_DELAY_MS);
  const message = `At most ${MOST_WAITING} large requests of a tenant may wait at once. Please wait for some to end.`;
  return new AppError('rate_limited', message, undefined, { 'retry-after': '1' });
}

/** The length of a body in chunks is known at its end. */
const mayBeLarge = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > LARGE_BODY;

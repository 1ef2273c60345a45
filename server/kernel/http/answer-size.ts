/** Limits the size of each answer, and of all answers that clients have not read yet: all tenants share the memory. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, unavailable } from '#kernel/errors.ts';
import { networkOf } from '#kernel/http/network.ts';
import { whenOver } from '#kernel/http/when-over.ts';

export const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
/** Answers from this size on are counted until the client has read them; the second figure is the limit for all of them. */
const LARGE = 64 * 1024;
const MAX_WAITING_BYTES = 256 * 1024 * 1024;
/** The limit for one tenant, or for one network if the caller has no tenant. */
export const MAX_SHARE_BYTES = MAX_WAITING_BYTES / 4;

export const answerTooLarge = () =>
  new AppError(
    'answer_too_large',
    `The answer would be larger than ${MAX_ANSWER_BYTES / 1024 / 1024} MiB. Ask for less at a time: a smaller limit, or only some fields.`,
    { maxBytes: MAX_ANSWER_BYTES },
  );

const shareTaken = () =>
  new AppError(
    'rate_limited',
    `At most ${MAX_SHARE_BYTES / 1024 / 1024} MiB of a tenant's large answers may be under way at once. Please read those first.`,
    undefined,
    { 'retry-after': '1' },
  );

const busy = () => unavailable('Too many large answers are being read right now. Please try again shortly.');

export function boundAnswers() {
  const waiting = new Waiting();
  /**
   * For onSend, where the answer becomes a text. Buffers, such as those of a document, exist anyway and cost no memory to send.
   */
  return (
    request: FastifyRequest,
    reply: FastifyReply,
    payload: unknown,
    done: (error: Error | null, payload?: unknown) => void,
  ): void => {
    if (typeof payload !== 'string' || payload.length < LARGE) {
      done(null, payload);
      return;
    }
    const bytes = Buffer.byteLength(payload);
    const share = (request.actor ?? request.shopper)?.tenant.id ?? networkOf(request.ip);
    // The answer to a write is sent however large it is: a client that gets an error would write again.
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (isRead && bytes > MAX_ANSWER_BYTES) {
      done(answerTooLarge());
    } else if (isRead && waiting.of(share) + bytes > MAX_SHARE_BYTES) {
      done(shareTaken());
    } else if (isRead && waiting.total + bytes > MAX_WAITING_BYTES) {
      done(busy());
    } else {
      waiting.add(share, bytes);
      whenOver(reply.raw, () => waiting.add(share, -bytes));
      done(null, payload);
    }
  };
}

/** Counts the bytes that clients have not read yet. */
class Waiting {
  total = 0;
  readonly #shares = new Map<string, number>();

  of(share: string): number {
    return this.#shares.get(share) ?? 0;
  }

  add(share: string, bytes: number): void {
    this.total += bytes;
    const left = this.of(share) + bytes;
    if (left === 0) this.#shares.delete(share);
    else this.#shares.set(share, left);
  }
}

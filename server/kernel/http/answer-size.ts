/** A bound on every answer, and on all answers that clients have not taken yet: memory is shared by all tenants. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, unavailable } from '#kernel/errors.ts';
import { whenOver } from '#kernel/http/when-over.ts';

export const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
/** Answers that are counted until they are taken, and how much of them may be waiting. */
const LARGE = 64 * 1024;
const MAX_WAITING_BYTES = 256 * 1024 * 1024;

export const answerTooLarge = () =>
  new AppError(
    'answer_too_large',
    `The answer would be larger than ${MAX_ANSWER_BYTES / 1024 / 1024} MiB. Ask for less at a time: a smaller limit, or only some fields.`,
    { maxBytes: MAX_ANSWER_BYTES },
  );

export function boundAnswers() {
  let waiting = 0;
  /** For onSend, where an answer is a text for the first time. */
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
    // What was written is told, however large: a client that is refused would write it again.
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (isRead && bytes > MAX_ANSWER_BYTES) {
      done(answerTooLarge());
    } else if (isRead && waiting + bytes > MAX_WAITING_BYTES) {
      done(unavailable('Too many large answers are being read right now. Please try again shortly.'));
    } else {
      waiting += bytes;
      whenOver(reply.raw, () => {
        waiting -= bytes;
      });
      done(null, payload);
    }
  };
}

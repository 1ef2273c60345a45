/** Turns every failure into the documented envelope, without internal details. */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { ERRORS, type ErrorCode } from '#kernel/error-catalogue.ts';
import { AppError, notFound } from '#kernel/errors.ts';
import { isUploading } from '#kernel/http/body/upload.ts';
import { stringifyJson } from '#kernel/http/body/verbatim.ts';
import { closeAfterAnswers, linger } from '#kernel/http/lingering-close.ts';
import { keepFromCaches } from '#kernel/http/surrogate-keys.ts';
import { mask } from '#kernel/log.ts';
import { sampled } from '#kernel/log-sampling.ts';

/** Errors of Fastify itself, with our codes. */
const FRAMEWORK_ERRORS: Record<string, { code: ErrorCode; message: string }> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: 'unsupported_media_type',
    message: 'Bodies must be sent with Content-Type: application/json.',
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    code: 'bad_request',
    message: 'The body is not as long as Content-Length says.',
  },
  FST_ERR_BAD_URL: { code: 'bad_request', message: 'The path is not validly encoded.' },
  FST_ERR_MAX_PARAM_LENGTH: { code: 'uri_too_long', message: 'A part of the path is too long.' },
};

export function envelope(error: AppError, requestId: string) {
  const { code, message, details } = error;
  return { success: false, error: { code, message, requestId, ...(details !== undefined && { details }) } };
}

export function answerError(error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply) {
  const known = error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? tooLarge(request) : asAppError(error);
  if (known.code === 'internal_error') request.log.error({ err: error }, 'unexpected error');
  else if (known.code === 'unavailable') noteUnavailable(known, request);
  request.failure = known;
  // The answer may have failed after it was allowed to shared caches.
  keepFromCaches(reply);
  reply.status(known.status).headers(known.headers).send(envelope(known, request.id));
}

/** Logged without a stack: it would show where the failure was noticed, not its cause. */
function noteUnavailable({ message, cause }: AppError, { log }: FastifyRequest): void {
  const reason = mask((cause as Error | undefined)?.message ?? message);
  sampled(`unavailable: ${reason}`, (count) => log.warn({ reason, count }, 'not available'));
}

const tooLarge = ({ routeOptions: { bodyLimit } }: FastifyRequest) =>
  new AppError('payload_too_large', `The body is larger than ${sizeOf(bodyLimit! / 1024)}.`);

const sizeOf = (kib: number) => (kib < 1024 ? `${kib} KiB` : `${kib / 1024} MiB`);

function asAppError(error: FastifyError | AppError): AppError {
  if (error instanceof AppError) return error;
  const framework = FRAMEWORK_ERRORS[error.code];
  if (framework) return new AppError(framework.code, framework.message);
  // The client disconnected or cut its own body short: no client reads this answer, but the fault is not the server's.
  if (error.statusCode === 400) return new AppError('bad_request', 'The request could not be read.');
  return new AppError('internal_error', 'Something went wrong on our side. It has been recorded.');
}

export function answerNotFound(request: FastifyRequest, reply: FastifyReply) {
  return answerError(notFound('path'), request, reply);
}

/** A path that cannot be decoded never reaches the hooks. */
export function refuseUnreadableUrl(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  reply.headers({
    'x-request-id': request.id,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
  reply.type('application/json; charset=utf-8');
  const known = asAppError(error);
  reply.status(known.status).send(stringifyJson(envelope(known, request.id)));
}

const UNREADABLE: Record<string, { code: ErrorCode; message: string }> = {
  HPE_HEADER_OVERFLOW: { code: 'headers_too_large', message: 'The request headers are too large.' },
  ERR_HTTP_REQUEST_TIMEOUT: { code: 'request_timeout', message: 'The request did not arrive in time.' },
};

/** Bytes that are not HTTP: there is no request yet, so the answer is written to the socket by hand. */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && isUploading(socket)) return;
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy();
  if (closeAfterAnswers(socket)) return;
  const { code, message } = UNREADABLE[error.code ?? ''] ?? {
    code: 'bad_request' as const,
    message: 'This is not a valid HTTP request.',
  };
  const requestId = crypto.randomUUID();
  const body = stringifyJson(envelope(new AppError(code, message), requestId));
  const status = ERRORS[code].status;
  socket.write(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `x-request-id: ${requestId}\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
  linger(socket);
}

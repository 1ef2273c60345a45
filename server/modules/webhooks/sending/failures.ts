/*
 * The reason why a send failed: a code for programs and a sentence for the tenant. A sentence never quotes an error, because
 * errors name our addresses, paths and libraries.
 */

export type Failure =
  | 'status'
  | 'redirect'
  | 'timeout'
  | 'dns'
  | 'address_refused'
  | 'connect'
  | 'tls'
  | 'reset'
  | 'protocol'
  | 'other';

export type Verdict = { failure: Failure | null; message: string };

/** An error of a known phase; the system's code only selects the sentence. */
export class SendError extends Error {
  failure: Failure;
  reason: string;

  constructor(failure: Failure, reason = '') {
    super(`webhook ${failure} ${reason}`);
    this.failure = failure;
    this.reason = reason;
  }
}

/** The receiver sent more than the size limit. With a known status, this is no failure. */
export class AnswerTooLong extends SendError {
  constructor() {
    super('protocol', 'too_long');
  }
}

export function verdictOnStatus(statusCode: number): Verdict {
  if (statusCode >= 200 && statusCode < 300) {
    return { failure: null, message: `The receiver answered ${statusCode}.` };
  }
  if (statusCode >= 300 && statusCode < 400) {
    return {
      failure: 'redirect',
      message: `The receiver answered ${statusCode}. Redirects are not followed: subscribe the final URL.`,
    };
  }
  return { failure: 'status', message: `The receiver answered ${statusCode}, which is not a 2xx status.` };
}

export function verdictOnError(error: unknown): Verdict {
  const failure = failureOf(error);
  const reason = error instanceof SendError ? error.reason : codeOf(error);
  return { failure, message: SENTENCES[failure][reason] ?? SENTENCES[failure].default };
}

function failureOf(error: unknown): Failure {
  if (error instanceof SendError) return error.failure;
  const code = codeOf(error);
  if (PROTOCOL_CODES.has(code) || (error as Error).name === 'HTTPParserError') return 'protocol';
  // undici uses the same code for a closed socket and an unparsable answer; only the text distinguishes them.
  if (code === 'UND_ERR_SOCKET' && /^bad /.test((error as Error).message)) return 'protocol';
  if (RESET_CODES.has(code)) return 'reset';
  if (code === 'ETIMEDOUT') return 'timeout';
  // In TLS 1.3 a receiver's rejection (of a missing client certificate, for example) arrives after the handshake.
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_')) return 'tls';
  return 'other';
}

const PROTOCOL_CODES = new Set(['UND_ERR_HEADERS_OVERFLOW', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH']);
const RESET_CODES = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'UND_ERR_SOCKET']);

export function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}

const UNTRUSTED = "The receiver's certificate is not signed by an authority we trust.";

const SENTENCES: Record<Failure, { default: string; [reason: string]: string }> = {
  status: { default: 'The receiver did not answer with a 2xx status.' },
  redirect: { default: 'The receiver answered with a redirect, which is not followed.' },
  timeout: {
    default: 'The receiver did not answer in time.',
    busy: 'Earlier deliveries to this receiver were still running when the time was over; nothing was sent.',
    dns: "The receiver's name was not resolved in time.",
    connect: 'The receiver did not accept the connection in time.',
    tls: 'The receiver did not finish the TLS handshake in time.',
    body: 'The receiver began to answer but did not finish in time.',
  },
  dns: {
    default: "The receiver's name could not be resolved.",
    ENOTFOUND: "The receiver's name does not exist in DNS.",
  },
  address_refused: {
    default: 'The URL leads to a private, local or other special address, which is refused.',
  },
  connect: {
    default: 'The receiver could not be reached.',
    ECONNREFUSED: 'The receiver refused the connection.',
    proxy: 'The proxy of this server did not connect to the receiver.',
  },
  tls: {
    default: 'The TLS handshake with the receiver failed.',
    DEPTH_ZERO_SELF_SIGNED_CERT: "The receiver's certificate is self-signed.",
    SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: `${UNTRUSTED} An intermediate certificate may be missing.`,
    UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
    CERT_HAS_EXPIRED: "The receiver's certificate has expired.",
    CERT_NOT_YET_VALID: "The receiver's certificate is not valid yet.",
    ERR_TLS_CERT_ALTNAME_INVALID: "The receiver's certificate is for another name.",
  },
  reset: { default: 'The receiver closed the connection before its answer was complete.' },
  protocol: {
    default: 'The receiver did not answer with valid HTTP.',
    UND_ERR_HEADERS_OVERFLOW: "The receiver's answer has too many or too long headers.",
    UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "The receiver's answer did not have the length that it announced.",
    too_long: 'The receiver sent too much before its answer began.',
  },
  other: {
    default: 'The delivery could not be sent.',
    closed: 'The delivery was not sent because the server is shutting down.',
  },
};

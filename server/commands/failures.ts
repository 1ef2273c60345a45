/** Turns the failure of a command into a sentence, or with --json into a document, and an exit code. */
import { styleText } from 'node:util';
import { CommanderError } from 'commander';
import { AppError } from '#kernel/errors.ts';
import { SetupError } from '#kernel/setting.ts';
import { plain } from './output.ts';

export const FAILED = 1;
export const WRONG_USAGE = 2;

/** The command line itself is wrong. */
export class UsageError extends SetupError {}

/** An error answer of a server. */
export class Refusal extends SetupError {
  readonly status: number;
  readonly code: string;
  /** The message of the server alone. */
  readonly reason: string;
  readonly requestId: string | undefined;
  readonly details: unknown;

  constructor(origin: string, status: number, error: RefusalBody | null) {
    super(
      error === null
        ? `${origin} refused: status ${status}`
        : `${origin} refused: ${error.message} (${status} ${error.code})`,
    );
    this.status = status;
    this.code = error?.code ?? 'unreadable';
    this.reason = error?.message ?? `The server answered with status ${status}.`;
    this.requestId = error?.requestId;
    this.details = error?.details;
  }
}
export type RefusalBody = { code: string; message: string; requestId?: string; details?: unknown };

export type Refused = { path: string; code: string; message: string };

/** Some of several things are refused; the others are done, and are reported on standard output. */
export class PartRefused extends SetupError {
  readonly details: Refused[];

  constructor(summary: string, details: Refused[]) {
    super(details.length === 1 ? `${summary} ${details[0]!.path} ${details[0]!.message}` : summary);
    this.details = details;
  }
}

export const exitCodeOf = (error: unknown): number => {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG_USAGE;
  return error instanceof UsageError ? WRONG_USAGE : FAILED;
};

/** One document, as the server answers a failure. */
export function documentOf(error: unknown): { error: RefusalBody & { status?: number } } {
  if (error instanceof Refusal) {
    const { code, reason: message, status, requestId, details } = error;
    return { error: { code, message, status, requestId, details } };
  }
  if (error instanceof CommanderError || error instanceof UsageError) {
    return { error: { code: 'usage', message: error.message.replace(/^error: /, '') } };
  }
  if (error instanceof PartRefused) {
    return { error: { code: 'partly_refused', message: error.message, details: error.details } };
  }
  if (error instanceof AppError) {
    return { error: { code: error.code, message: error.message, details: error.details } };
  }
  const { message } = error as Error;
  return { error: { code: error instanceof SetupError ? 'failed' : 'internal_error', message } };
}

/** Reports it on standard error. Only a defect of the program comes with its stack. */
export function report(error: unknown, asJson: boolean): void {
  if (asJson) console.error(JSON.stringify(documentOf(error)));
  else if (error instanceof SetupError || error instanceof AppError) console.error(textOf(error));
  // Commander has printed its complaint already.
  else if (!(error instanceof CommanderError)) console.error(error);
}

function textOf(error: Error): string {
  const name = styleText('red', 'colonnade:', { stream: process.stderr });
  return [`${name} ${plain(error.message)}`, ...problemsOf(error).map((line) => `  ${plain(line)}`)].join(
    '\n',
  );
}

/** A message that names one field has its problem already; of several fields it has only the number. */
function problemsOf(error: Error): string[] {
  const { details } = error as { details?: unknown };
  if (!Array.isArray(details) || details.length < 2) return [];
  return details
    .filter((each) => typeof each?.message === 'string')
    .map(({ path, message }) => [path, message].filter(Boolean).join(' '));
}

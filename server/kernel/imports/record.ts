/** Imports: files of rows that are stored whole and worked off in the background. A module describes its own tables and counts. */

import { type Static, type TProperties, Type } from 'typebox';
import { Author, Nullable, OneOf, Time } from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';

export const ERROR_POLICIES = ['reject_failed', 'reject_all'] as const;
const STATUSES = ['receiving', 'queued', 'running', 'finished', 'failed', 'cancelled'] as const;

/** The columns of every table of imports. */
export type ImportRow = {
  id: string;
  format: 'csv' | 'ndjson';
  /** How to read the file, as JSON. */
  options: string;
  dry_run: boolean;
  error_policy: (typeof ERROR_POLICIES)[number];
  status: (typeof STATUSES)[number];
  pass: 'check' | 'write';
  received_bytes: bigint;
  reached_byte: bigint;
  rows_done: bigint;
  errors_kept: number;
  warnings: string;
  reason: string | null;
  claim: number;
  failures: number;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
};

/** Part of the options. Imports from before these were kept lack both. */
export type ImportOrigin = { fileName: string | null; startedBy: Static<typeof Author> };

/** The columns of one module: counts, and marks that say how the last batch ended. */
export type Own = Record<string, bigint | boolean>;
export type Claimed<Columns> = ImportRow & Columns & { tenant_id: string };
export type Held = Pick<ImportRow, 'id' | 'claim'>;

/** The tables of a module's imports. */
export type Tables = {
  imports: string;
  chunks: string;
  errors: string;
  /** Other tables whose rows are deleted with the file. */
  ofFile?: string[];
  columns: string[];
  /** The counts that begin again when a check without errors is followed by the writing. */
  counts: string[];
  /** The column that counts failures of ours in a row. */
  failures: 'failures' | 'stumbles';
  /** The count of records that are not valid, and their noun. */
  failed: string;
  noun: string;
  /** The most open imports of a tenant, waiting ones included: each stores its file in the database. */
  mostOpen: number;
};

export type ImportTables<Columns extends Own> = Tables & {
  columns: (keyof Columns & string)[];
  counts: (keyof Columns & string)[];
  failed: keyof Columns & string;
};

export const columnsOf = ({ columns, failures }: Tables) => `
  id, format, options, dry_run, error_policy, status, pass, received_bytes, reached_byte, rows_done, errors_kept, warnings, reason,
  claim, ${failures} as failures, created_at, started_at, finished_at, ${columns.join(', ')}`;

/** The fields of every import as it is answered, around those of the module. */
export const ImportOf = <P extends TProperties>(name: string, own: P) =>
  NamedObject(name, {
    id: Type.String(),
    fileName: Nullable(Type.String({ description: 'As the request named it.' })),
    startedBy: Nullable(Author),
    status: OneOf(STATUSES),
    format: OneOf(['csv', 'ndjson']),
    dryRun: Type.Boolean(),
    errorPolicy: OneOf(ERROR_POLICIES),
    mapping: Type.Record(Type.String(), Type.String()),
    phase: OneOf(['checking', 'writing']),
    bytes: Type.Object({ received: Type.Integer(), done: Type.Integer() }),
    ...own,
    errorsKept: Type.Integer({ description: 'The number of entries in the file of errors.' }),
    warnings: Type.Array(Type.String()),
    reason: Nullable(Type.String({ description: 'Why it failed.' })),
    createdAt: Time(),
    startedAt: Nullable(Time()),
    finishedAt: Nullable(Time()),
  });

export const ErrorPolicyQuery = (noun: string) =>
  Type.Unsafe<ImportRow['error_policy']>({
    ...OneOf(ERROR_POLICIES),
    default: 'reject_failed',
    description: `reject_all: the whole file is checked first, and one bad ${noun} means that nothing is written.`,
  });

export function presentProgress(row: ImportRow) {
  const options = JSON.parse(row.options) as { mapping?: Record<string, string> } & Partial<ImportOrigin>;
  const { mapping = {}, fileName = null, startedBy = null } = options;
  return {
    id: row.id,
    fileName,
    startedBy,
    status: row.status,
    format: row.format,
    dryRun: row.dry_run,
    errorPolicy: row.error_policy,
    mapping,
    phase: row.pass === 'check' ? ('checking' as const) : ('writing' as const),
    bytes: { received: Number(row.received_bytes), done: Number(row.reached_byte) },
    errorsKept: row.errors_kept,
    warnings: JSON.parse(row.warnings) as string[],
    reason: row.reason,
    createdAt: row.created_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    finishedAt: row.finished_at?.toISOString() ?? null,
  };
}

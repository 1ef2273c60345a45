/** A kind of usage. The module that owns it describes it in its `settings.ts`; `server/settings.ts` lists all kinds. */
export type UsageKind = {
  /** The name in the API, in the database and on the command line. */
  name: string;
  unit: 'bytes' | 'rows';
  /** The start of the sentence that tells a tenant how to use less. */
  remedy: string;
  /** The setting of the quota, in MiB or in rows; without it, the kind has no limit. */
  quota?: { setting: string; default: number };
};

/** The answers that are stored for each Idempotency-Key. */
export const ANSWERS = {
  name: 'answers',
  unit: 'bytes',
  remedy: 'Stored answers expire after 24 hours. Until then, send large requests without an Idempotency-Key',
  quota: { setting: 'QUOTA_ANSWERS_MIB', default: 1_024 },
} as const satisfies UsageKind;

/** The quota of each kind, in the order in which clients and operators read them. Null: no limit. */
export type Quotas = ReadonlyMap<UsageKind, number | null>;

/** The state of an entry in each locale: whether it is live, since when, and whether the draft was saved since. Pure. */
import { type Static, Type } from 'typebox';
import { ProblemShape } from '#kernel/http/envelope.ts';
import { OneOf, Time } from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';
import type { Field } from '../fields/field.ts';
import { hasLocales, mapLocalised } from '../fields/structure.ts';
import { ENGLISH, isLiveIn, type Live, type Locales } from '../locales/locales.ts';
import type { EntryRow, ScheduledAction } from './entries.sql.ts';
import { isSameValue } from './same-value.ts';
import type { Values } from './values.ts';

export type LocaleState = {
  live: Live;
  /** When each locale went live, unless all did at the time of the entry. */
  at: Record<string, string>;
  /** The locales whose draft was saved since they went live; null: all may have been. */
  changed: string[] | null;
};

/** Stands for values that all locales have in common. */
export const SHARED = '*';

/** The state of an entry that is live. A program from before saves entries without it; then every locale may have changed. */
export function stateOf({ locale_state, status }: Pick<EntryRow, 'locale_state' | 'status'>): LocaleState {
  const stored: LocaleState =
    locale_state === null ? { live: null, at: {}, changed: null } : JSON.parse(locale_state);
  if (status === 'published') return { ...stored, changed: [] };
  return stored.changed?.length === 0 ? { ...stored, changed: null } : stored;
}

export const codesOf = ({ locales }: Locales): string[] => locales.map(({ code }) => code);

/** The value without that of any locale. An item of a list leaves its place. */
const sharedOf = (field: Field, value: unknown): unknown =>
  mapLocalised(field, value, (_, item) => ('name' in item ? undefined : null));

/** The names of the fields of which something changes that all locales have in common. */
export const sharedChanges = (fields: Field[], before: Values, after: Values): string[] =>
  fields
    .filter((field) => {
      const [was, is] = [before[field.name], after[field.name]];
      if (field.localised || isSameValue(was, is)) return false;
      return !hasLocales(field) || !isSameValue(sharedOf(field, was), sharedOf(field, is));
    })
    .map(({ name }) => name);

/** The status and the state of a live entry whose draft is saved. */
export function afterSave(
  before: EntryRow,
  { isSharedChanged, changedLocales }: { isSharedChanged: boolean; changedLocales: string[] },
): Pick<EntryRow, 'status' | 'locale_state'> {
  if (before.published_version === null) return { status: 'draft', locale_state: null };
  const state = stateOf(before);
  const own = changedLocales.filter((code) => isLiveIn(state.live, code));
  const changed = state.changed && [
    ...new Set([...state.changed, ...(isSharedChanged ? [SHARED] : []), ...own]),
  ];
  return withState({ ...state, changed });
}

export const withState = (state: LocaleState): Pick<EntryRow, 'status' | 'locale_state'> => ({
  status: state.changed?.length === 0 ? 'published' : 'changed',
  locale_state: JSON.stringify(state),
});

export const Failure = NamedObject('ScheduleFailure', {
  action: OneOf(['publish', 'unpublish'] as const),
  at: Time(),
  failedAt: Time(),
  message: Type.String(),
  problems: Type.Array(ProblemShape),
});

export const EntryLocale = NamedObject('EntryLocale', {
  status: {
    ...OneOf(['draft', 'published', 'changed'] as const),
    description:
      'draft: readers of this locale see nothing of its own; changed: it is live, and its draft has been saved since.',
  },
  publishedAt: Type.Optional(Time()),
  publishAt: Type.Optional(Time()),
  unpublishAt: Type.Optional(Time()),
  failure: Type.Optional(Failure),
});
export type EntryLocale = Static<typeof EntryLocale>;

/** The states of an entry by locale. A part that an entry does not have is left out, because a list repeats it for each locale. */
export function presentLocales(row: EntryRow, actions: ScheduledAction[]): Record<string, EntryLocale> {
  if (row.status === 'deleted') return {};
  const settings: Locales['locales'] =
    row.locale_settings === null ? ENGLISH.locales : JSON.parse(row.locale_settings);
  const state = row.published_version === null ? null : stateOf(row);
  return Object.fromEntries(
    settings.map(({ code }) => [code, { ...liveness(row, state, code), ...timesOf(actions, code) }]),
  );
}

function liveness(row: EntryRow, state: LocaleState | null, code: string): EntryLocale {
  if (state === null || !isLiveIn(state.live, code)) return { status: 'draft' };
  const isChanged = state.changed === null || [code, SHARED].some((one) => state.changed!.includes(one));
  return {
    status: isChanged ? 'changed' : 'published',
    publishedAt: state.at[code] ?? row.published_at!.toISOString(),
  };
}

function timesOf(actions: ScheduledAction[], code: string): Omit<EntryLocale, 'status'> {
  const own = actions.filter(({ action }) => action.endsWith(`:${code}`));
  const times = own.flatMap(({ action, at, failedAt }) =>
    failedAt === null
      ? [[action.startsWith('publish') ? 'publishAt' : 'unpublishAt', new Date(at).toISOString()]]
      : [],
  );
  const failed = own.find(({ failedAt }) => failedAt !== null);
  return { ...Object.fromEntries(times), ...(failed && { failure: presentFailure(failed) }) };
}

export const presentFailure = ({ action, at, failedAt, failure }: ScheduledAction) => ({
  action: action.split(':')[0] as 'publish' | 'unpublish',
  at: new Date(at).toISOString(),
  failedAt: new Date(failedAt!).toISOString(),
  ...(failure as { message: string; problems: Static<typeof ProblemShape>[] }),
});

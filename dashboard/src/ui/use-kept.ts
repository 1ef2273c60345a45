/** Keeps the values of a form in the browser until they are saved or discarded, and restores them after a reload or a crash. */
import { useEffect, useRef, useState } from 'react';
import { currentSession } from '../session/session.ts';
import { dropTyped, keepTyped, readTyped } from '../session/typed.ts';
import { useIsDialogClosed } from './dialog.tsx';
import { useRestoredReport } from './restored.tsx';

const WAIT_MS = 300;
/** The code of a second factor is left out by its form, since codes of discounts, taxes and redirects are none. */
const SECRET = /^(.*password|secret|token|repeated)$/i;

export function useKept<Values extends Record<string, unknown>>(form: {
  /** Distinguishes the forms of one address; null: not kept. */
  name: string | null;
  /** The state that the form began with. */
  base: unknown;
  /** True: values that were typed upon another state may be restored, too. */
  fitsOther?: boolean;
  values: Values;
  isDirty: boolean;
  /** Puts values into the form; `base` is the one that they were typed upon. */
  restore: (values: Values, base: unknown) => void;
}): { drop: () => void; dropSaved: (isTypedSince: boolean) => void } {
  const report = useRestoredReport();
  const isDialogClosed = useIsDialogClosed();
  const [key] = useState(() => (form.name === null ? null : keyOf(form.name, form.values)));
  const latest = useRef(form);
  latest.current = form;
  /** The values when the form was opened. */
  const initial = useRef({ values: form.values, base: form.base });
  const wasDirty = useRef(false);

  const drop = () => {
    report(null);
    wasDirty.current = false;
    if (key !== null) dropTyped(key);
  };
  /** Keeps what was typed since the saved values were sent: when the form ends, another one begins upon the state that they made. */
  const dropSaved = (isTypedSince: boolean) => {
    drop();
    wasDirty.current = isTypedSince && form.fitsOther === true;
  };
  const keep = () => {
    const { base, values, isDirty } = latest.current;
    if (key !== null && isDirty) keepTyped(key, base, withoutSecrets(values));
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form opens
  useEffect(() => {
    const typed = key === null ? null : readTyped(key);
    if (typed === null) return;
    const { values, base } = initial.current;
    if (!form.fitsOther && JSON.stringify(typed.base) !== JSON.stringify(base)) return;
    if (!isAlike(values, typed.values)) return dropTyped(key!);
    form.restore({ ...values, ...(typed.values as Values) }, typed.base);
    report(() => {
      drop();
      latest.current.restore(values, base);
    });
  }, []);

  const { values, isDirty } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the values are read when the time has come
  useEffect(() => {
    if (!isDirty && wasDirty.current) drop();
    wasDirty.current = isDirty;
    if (!isDirty) return;
    const timer = setTimeout(keep, WAIT_MS);
    return () => clearTimeout(timer);
  }, [values, isDirty]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: both read what is current
  useEffect(() => {
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      report(null);
      // A closed dialog was closed by its user; any other end, such as an error of the page, keeps what was typed.
      if (isDialogClosed()) drop();
      else if (wasDirty.current) keep();
    };
  }, []);

  return { drop, dropSaved };
}

/** A secret within a list, such as the value of a header, is typed again. */
const withoutSecrets = <T>(values: T): T =>
  JSON.parse(JSON.stringify(values, (name, value) => (name === 'secret' ? '' : value)));

/** Null for forms with something that must not be stored, or cannot be. */
function keyOf(name: string, values: Record<string, unknown>): string | null {
  const session = currentSession();
  if (session === null || Object.keys(values).some((field) => SECRET.test(field)) || !isPlain(values))
    return null;
  const address = location.pathname + location.search;
  return `${session.tenant.id} ${session.actor.id} ${address.slice(0, 500)} ${name}`;
}

/** Returns false for values of another form of the fields, which an older version of the dashboard may have stored. */
const isAlike = (values: Record<string, unknown>, typed: unknown): boolean =>
  typeof typed === 'object' &&
  typed !== null &&
  Object.entries(typed).every(
    ([field, value]) =>
      field in values && (kindOf(value) === kindOf(values[field]) || isScalar(value, values[field])),
  );
const kindOf = (value: unknown) => (Array.isArray(value) ? 'list' : typeof value);
/** An input may hold a number, a text or nothing. */
const isScalar = (...all: unknown[]) => all.every((value) => value === null || typeof value !== 'object');

const isPlain = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype) &&
      Object.values(value).every(isPlain)
    : typeof value !== 'function';

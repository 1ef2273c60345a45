/** The parts of a page with one button: each is a form and a request of its own, and the first refusal keeps the others from being sent. */
import { useEffect, useMemo, useRef, useState } from 'react';

/** The variants come last: saving options makes a version of the product. */
const ORDER = ['details', 'variants'] as const;
type Name = (typeof ORDER)[number];

type Part = {
  isDirty: boolean;
  sending: boolean;
  /** Its user has to decide first, about a conflict. */
  isHeld: boolean;
  submit: () => void;
};
type State = Omit<Part, 'submit'>;

export function useParts() {
  const [states, setStates] = useState<Partial<Record<Name, State>>>({});
  const submits = useRef<Partial<Record<Name, () => void>>>({});
  const latest = useRef(states);
  latest.current = states;
  const isSaving = useRef(false);
  const actions = useMemo(() => {
    const saveFrom = (index: number) => {
      const next = ORDER.slice(index).find((name) => latest.current[name]?.isDirty);
      isSaving.current = next !== undefined;
      if (next !== undefined) submits.current[next]?.();
    };
    return {
      save: () => saveFrom(0),
      /** Called after a part was saved. */
      done: (name: Name) => {
        if (isSaving.current) saveFrom(ORDER.indexOf(name) + 1);
      },
      report: (name: Name, state: State | undefined) => setStates((before) => ({ ...before, [name]: state })),
      submits,
    };
  }, []);
  const all = Object.values(states).filter((state) => state !== undefined);
  return {
    ...actions,
    isDirty: all.some(({ isDirty }) => isDirty),
    sending: all.some(({ sending }) => sending),
    isHeld: all.some(({ isHeld }) => isHeld),
  };
}

export type Parts = ReturnType<typeof useParts>;

export function usePart(
  { report, submits }: Pick<Parts, 'report' | 'submits'>,
  name: Name,
  { isDirty, sending, isHeld, submit }: Part,
): void {
  submits.current[name] = submit;
  useEffect(() => {
    report(name, { isDirty, sending, isHeld });
    return () => report(name, undefined);
  }, [report, name, isDirty, sending, isHeld]);
}

import { useRef, useState } from 'react';
import { useKept } from '../../ui/use-kept.ts';
import type { Order } from './order.ts';
import type { useOrderStep } from './use-order-step.ts';

/** The props of every order dialog. */
export type DialogProps = { step: ReturnType<typeof useOrderStep>; close: () => void };

/** The typed values of an order dialog, which are kept in the browser until the step is done. */
export function useStepValues<Values extends Record<string, unknown>>(
  name: string,
  order: Order,
  initial: Values,
) {
  const begun = useRef(initial).current;
  const [values, setValues] = useState(begun);
  const isDirty = JSON.stringify(values) !== JSON.stringify(begun);
  useKept({ name: `${name} ${order.id}`, base: begun, values, isDirty, restore: setValues });
  return [values, (change: Partial<Values>) => setValues((now) => ({ ...now, ...change }))] as const;
}

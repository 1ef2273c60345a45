/** Runs a step of an order: shows the expected result at once, and restores the order if the server refuses. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, api, type OperationName } from '../../api.ts';
import { toast } from '../../ui/toast.ts';
import { AFFECTED } from './affected.ts';
import type { Order } from './order.ts';
import { applyOptimistically, type Step } from './steps.ts';

const SAID: Record<Step['kind'], string> = {
  fulfill: 'Fulfilled',
  deliver: 'Marked as delivered',
  cancel: 'The order is cancelled',
  refund: 'Refunded',
  payments: 'Payment recorded',
};

export const stepKey = (id: string) => ['order step', id];

/** Sends the version on the screen, so that a refund which a colleague has just made is not made twice. */
function send({ id, version: ifMatch }: Order, { kind, body }: Step) {
  const target = { path: { id }, ifMatch };
  switch (kind) {
    case 'fulfill':
      return api.fulfillOrder({ ...target, body });
    case 'deliver':
      return api.deliverOrder({ ...target, body });
    case 'cancel':
      return api.cancelOrder({ ...target, body });
    case 'refund':
      return api.refundOrder({ ...target, body });
    case 'payments':
      return api.createOrderPayment({ ...target, body });
  }
}

/** The order has changed since it was read. */
const isOutdated = (error: unknown): boolean =>
  error instanceof ApiError && ['precondition_failed', 'invalid_transition'].includes(error.code);

export function useOrderStep(first: Order, done: () => void) {
  const client = useQueryClient();
  const [order, setOrder] = useState(first);
  const [former, setFormer] = useState<Order | null>(null);
  const { id } = order;
  const key = ['getOrder', { path: { id } }];
  const refresh = () =>
    client.invalidateQueries({
      predicate: ({ queryKey: [name, input] }) =>
        AFFECTED.includes(name as OperationName) || JSON.stringify(input ?? null).includes(id),
    });
  const step = useMutation({
    mutationKey: stepKey(id),
    mutationFn: (next: Step) => send(order, next),
    onMutate: async (next) => {
      setFormer(null);
      await client.cancelQueries({ queryKey: key });
      client.setQueryData(key, applyOptimistically(order, next));
    },
    onError: async (error) => {
      client.setQueryData(key, order);
      void refresh();
      if (!isOutdated(error)) return;
      const { data } = await api.getOrder({ path: { id } });
      setFormer(order);
      setOrder(data);
    },
    onSuccess: ({ data }, { kind }) => {
      client.setQueryData(key, data);
      toast.done(SAID[kind]);
      void refresh();
      done();
    },
  });
  return {
    /** The order as it was last read: when the dialog was opened, or after a conflict. */
    order,
    act: step.mutate,
    sending: step.isPending,
    /** The order before somebody else changed it, until the step is sent again. */
    former,
    failure: former === null ? step.error : null,
  };
}

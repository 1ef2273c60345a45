/** Runs a step of an order: shows the expected result at once, and restores the order if the server refuses. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, type OperationName } from '../../api.ts';
import { toast } from '../../ui/toast.ts';
import type { Order } from './order.ts';
import { applyOptimistically, type Step } from './steps.ts';

export const AFFECTED: OperationName[] = [
  'listOrderTimeline',
  'listOrders',
  'listCustomerOrders',
  'getCustomerTotals',
  'getOrderMetrics',
];

const SAID: Record<Step['kind'], string> = {
  fulfill: 'Fulfilled',
  deliver: 'Marked as delivered',
  cancel: 'The order is cancelled',
  refund: 'Refunded',
  payments: 'Payment recorded',
};

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

export function useOrderStep(order: Order) {
  const client = useQueryClient();
  const key = ['getOrder', { path: { id: order.id } }];
  return useMutation({
    mutationFn: (step: Step) => send(order, step),
    onMutate: async (step) => {
      await client.cancelQueries({ queryKey: key });
      client.setQueryData(key, applyOptimistically(order, step));
    },
    onError: async () => {
      client.setQueryData(key, order);
      await client.invalidateQueries({ queryKey: key });
    },
    onSuccess: ({ data }, { kind }) => {
      client.setQueryData(key, data);
      toast.done(SAID[kind]);
      for (const name of AFFECTED) void client.invalidateQueries({ queryKey: [name] });
    },
  });
}

import type { Order } from './order.ts';
import type { Step } from './steps.ts';

export type Act = (step: Step) => void;

/** The props of every order dialog. */
export type DialogProps = { order: Order; act: Act; close: () => void };

/** A plain model of the rules of an order's life, with which tests compare the server. */

export type OrderStep =
  | { action: 'fulfill' | 'deliver'; items?: { line: number; quantity: number }[] }
  | { action: 'cancel'; refund?: boolean }
  | { action: 'refund'; cents?: number }
  | { action: 'payments'; cents: number; outcome: 'succeeded' | 'failed' };

type Verdict = 'done' | 'validation_error' | 'invalid_transition' | 'conflict';

export class OrderModel {
  lines: { ordered: number; fulfilled: number; delivered: number }[];
  total: number;
  paid = 0;
  refunded = 0;
  cancelled = false;
  paymentFailed = false;
  version = 1;
  events: string[] = [];

  constructor(quantities: number[], total: number) {
    this.lines = quantities.map((ordered) => ({ ordered, fulfilled: 0, delivered: 0 }));
    this.total = total;
  }

  get status(): string {
    const all = (what: 'fulfilled' | 'delivered') => this.lines.every((line) => line[what] === line.ordered);
    if (this.cancelled) return 'cancelled';
    if (this.total > 0 && this.refunded === this.total) return 'refunded';
    if (all('delivered')) return 'delivered';
    if (all('fulfilled')) return 'fulfilled';
    return this.lines.some((line) => line.fulfilled > 0) ? 'partially_fulfilled' : 'placed';
  }

  get paymentStatus(): string {
    if (this.paid === 0) return this.cancelled ? 'voided' : this.paymentFailed ? 'failed' : 'unpaid';
    if (this.refunded === this.paid) return 'refunded';
    if (this.refunded > 0) return 'partially_refunded';
    return this.paid < this.total ? 'partially_paid' : 'paid';
  }

  /** The client's view of the order, amounts in cents. */
  view() {
    const { status, paymentStatus, paid, refunded, version } = this;
    const lines = this.lines.map((line) => `${line.fulfilled}/${line.delivered}`);
    return { status, paymentStatus, paid, refunded, version, lines };
  }

  take(step: OrderStep): Verdict {
    const verdict = this.#decide(step);
    if (verdict === 'done') this.version++;
    return verdict;
  }

  #decide(step: OrderStep): Verdict {
    const isOver = ['cancelled', 'refunded'].includes(this.status);
    switch (step.action) {
      case 'fulfill': {
        const open = this.lines.map((line) => line.ordered - line.fulfilled);
        return this.#move(step.items, isOver, open, 'fulfilled');
      }
      case 'deliver': {
        const open = this.lines.map((line) => line.fulfilled - line.delivered);
        return this.#move(step.items, isOver, open, 'delivered');
      }
      case 'cancel':
        if (isOver || this.lines.some((line) => line.fulfilled > 0)) return 'invalid_transition';
        this.cancelled = true;
        this.events.push('order.cancelled');
        if (step.refund !== false && this.paid > this.refunded) this.#refund(this.paid - this.refunded);
        return 'done';
      case 'refund': {
        const left = this.paid - this.refunded;
        if (left === 0) return 'invalid_transition';
        if ((step.cents ?? 0) > left) return 'conflict';
        this.#refund(step.cents ?? left);
        return 'done';
      }
      case 'payments':
        if (isOver || this.paid === this.total) return 'invalid_transition';
        if (step.cents > this.total - this.paid) return 'conflict';
        this.paymentFailed = step.outcome === 'failed';
        if (step.outcome === 'failed') this.events.push('order.payment_failed');
        else this.paid += step.cents;
        if (this.paid === this.total) this.events.push('order.paid');
        return 'done';
    }
  }

  #refund(cents: number): void {
    this.refunded += cents;
    this.events.push('order.refunded');
  }

  #move(
    items: { line: number; quantity: number }[] | undefined,
    isOver: boolean,
    open: number[],
    what: 'fulfilled' | 'delivered',
  ): Verdict {
    const numbers = items?.map(({ line }) => line) ?? [];
    if (new Set(numbers).size < numbers.length) return 'validation_error';
    if (numbers.some((line) => line > this.lines.length)) return 'validation_error';
    if (isOver || open.every((units) => units === 0)) return 'invalid_transition';
    if (items?.some(({ line, quantity }) => quantity > open[line - 1]!)) return 'conflict';
    const units = items ?? open.map((quantity, index) => ({ line: index + 1, quantity }));
    for (const { line, quantity } of units) this.lines[line - 1]![what] += quantity;
    if (this.lines.every((line) => line[what] === line.ordered)) this.events.push(`order.${what}`);
    return 'done';
  }
}

/** Orders in bulk: all or nothing, or every valid order, with a result for each. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Tx } from '#kernel/db/db.ts';
import { invalid, type Problem } from '#kernel/errors.ts';
import { MAX_PROBLEMS } from '#kernel/http/body/validation.ts';
import { currencyExponent, fromMinor } from '#shared/money.ts';
import { type Checked, type CheckedOrder, checkOrder, type Placing, placeOrders } from './batch.ts';

export const ERROR_POLICIES = ['reject_all', 'reject_failed'] as const;
export type ErrorPolicy = (typeof ERROR_POLICIES)[number];

/** Over all orders of a request: one transaction stores this many in time. */
export const MAX_LINES_IN_BULK = 20_000;
/** The most problems that one order's result reports. */
const PROBLEMS_PER_ORDER = 20;
/** Checking a thousand orders must not block other requests. */
const ORDERS_PER_TURN = 50;

export async function checkBulk(orders: unknown[], unreadable: Problem[], now: Date): Promise<Checked[]> {
  const unreadableOf = Map.groupBy(unreadable, ({ path }) => Number(/^orders\[(\d+)\]/.exec(path)?.[1]));
  const checked: Checked[] = [];
  for (const [index, order] of orders.entries()) {
    if (index % ORDERS_PER_TURN === 0) await nextTurn();
    const also =
      unreadableOf.get(index)?.map((problem) => ({ ...problem, path: withoutOrder(problem.path) })) ?? [];
    const judged = checkOrder(order, now);
    checked.push(
      also.length > 0 ? { problems: [...also, ...('problems' in judged ? judged.problems : [])] } : judged,
    );
  }
  const lines = checked.reduce((sum, each) => sum + ('order' in each ? each.order.lines.length : 0), 0);
  if (lines > MAX_LINES_IN_BULK) throw invalid([TOO_MANY_LINES]);
  return checked;
}

const withoutOrder = (path: string) => path.replace(/^orders\[\d+\]\.?/, '');

export async function placeBulk(tx: Tx, placing: Placing, checked: Checked[], policy: ErrorPolicy) {
  // Places the good orders even if `reject_all` will roll back, so that the answer reports all problems at once.
  const good = checked.flatMap((each) => ('order' in each ? [each.order] : []));
  const outcomes = await placeOrders(tx, placing, good);
  const outcomeOf = new Map(good.map((order, index) => [order, outcomes[index]!]));
  const results = checked.map((each, index) => resultOf(index, each, outcomeOf));
  assertPolicy(
    policy,
    results.map((result) => ('error' in result ? result.error.details : [])),
  );
  const created = results.filter(({ status }) => status === 'created').length;
  return { created, failed: results.length - created, results };
}

/** Runs after placing: the error rolls back all orders. */
function assertPolicy(policy: ErrorPolicy, problemsOf: Problem[][]): void {
  if (policy !== 'reject_all') return;
  const problems = problemsOf.flatMap((own, index) =>
    own.map((problem) => ({ ...problem, path: pathIn(index, problem) })),
  );
  if (problems.length > 0) throw invalid(problems.slice(0, MAX_PROBLEMS));
}

const pathIn = (index: number, { path }: Problem) => `orders[${index}]${path === '' ? '' : `.${path}`}`;

function resultOf(index: number, checked: Checked, outcomeOf: Map<CheckedOrder, string | Problem>) {
  if ('problems' in checked) return failed(index, checked.problems);
  const outcome = outcomeOf.get(checked.order)!;
  if (typeof outcome !== 'string') return failed(index, [outcome]);
  const { id, currency, total } = checked.order.order;
  const order = { id, orderNumber: outcome, total: fromMinor(total, currencyExponent(currency)!) };
  return { index, status: 'created' as const, order };
}

function failed(index: number, problems: Problem[]) {
  const { code, message } =
    problems.length === 1 && problems[0]!.code in OWN_CODES
      ? OWN_CODES[problems[0]!.code]!
      : invalid(problems);
  return {
    index,
    status: 'failed' as const,
    error: { code, message, details: problems.slice(0, PROBLEMS_PER_ORDER) },
  };
}

/** A single order fails with these codes as the error itself. */
const OWN_CODES: Record<string, { code: string; message: string }> = {
  not_found: { code: 'not_found', message: 'Customer not found.' },
  order_number_taken: { code: 'order_number_taken', message: 'There is an order with this number already.' },
};

const TOO_MANY_LINES: Problem = {
  path: 'orders',
  code: 'too_many',
  message: `must have at most ${MAX_LINES_IN_BULK} line items altogether`,
};

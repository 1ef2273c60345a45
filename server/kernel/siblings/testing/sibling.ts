/** A process with one count. It starts to count when it is told to, as a server does some seconds after it was started. */
import {
  collectReports,
  joinSiblings,
  reportWith,
  SharedCount,
  self,
  tellReady,
} from '#kernel/siblings/siblings.ts';

export type Order =
  | { type: 'start' }
  | { type: 'add'; key: string; by: number }
  | { type: 'ask' }
  | { type: 'collect reports' };

joinSiblings(process.env);
let elsewhere = 0;
let count: SharedCount | undefined;

process.on('message', async (order: Order) => {
  switch (order.type) {
    case 'start':
      count = new SharedCount('held', 'uploads', (_key, by) => {
        elsewhere += by;
      });
      reportWith(async () => self.name);
      tellReady();
      break;
    case 'add':
      count!.add(order.key, order.by);
      break;
    case 'ask':
      process.send!({ type: 'elsewhere', elsewhere });
      break;
    case 'collect reports':
      process.send!({ type: 'reports', reports: await collectReports() });
  }
});

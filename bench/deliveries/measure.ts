/** Runs one measurement in its own process and sends the result to the parent. */
import * as contenders from './contenders.ts';
import { hanging } from './hanging.ts';
import { hostile } from './hostile.ts';
import * as scenes from './scenes.ts';
import { spread, workers } from './spread.ts';
import { type Receiver, startReceiver } from './stage.ts';

const [name = '', count = '20000'] = process.argv.slice(2);
const receiver = await startReceiver();
const all: Record<string, (receiver: Receiver, count: number) => Promise<unknown>> = {
  ...contenders,
  ...scenes,
  hanging,
  hostile,
  spread,
  workers,
};
const result = await all[name]!(receiver, Number(count));
receiver.stop();
process.send!(result, () => process.exit(0));

/** Asks a person at the terminal. */
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { UsageError } from '../failures.ts';

export const isAtTerminal = (): boolean => Boolean(process.stdin.isTTY && process.stderr.isTTY);

/** The answer, without blanks at its ends; `fallback` for an empty one. `isSecret`: it is not shown while it is typed. */
export async function ask(
  question: string,
  signal: AbortSignal,
  { fallback = '', isSecret = false } = {},
): Promise<string> {
  if (!isAtTerminal()) throw new UsageError(`${question} has nobody to ask: this is no terminal.`);
  const output = isSecret ? new Writable({ write: (_chunk, _encoding, done) => done() }) : process.stderr;
  const prompt = `${question}${fallback === '' ? '' : ` [${fallback}]`}: `;
  // With terminal: true the terminal itself echoes nothing, from before the question on.
  const reading = createInterface({ input: process.stdin, output, terminal: true, prompt });
  if (isSecret) process.stderr.write(prompt);
  else reading.prompt();
  try {
    const answer = await new Promise<string>((resolve, reject) => {
      reading.once('line', resolve);
      reading.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
      reading.once('close', () => reject(new UsageError(`${question}: nothing was entered.`)));
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    return answer.trim() || fallback;
  } finally {
    reading.close();
    if (isSecret) process.stderr.write('\n');
  }
}

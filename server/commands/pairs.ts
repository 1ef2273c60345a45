import { UsageError } from './failures.ts';

/** `name=value`, the form of such an option. */
export function pairOf(option: string, text: string): [string, string] {
  const at = text.indexOf('=');
  if (at < 1) throw new UsageError(`${option} takes name=value; "${text}" is not that.`);
  return [text.slice(0, at), text.slice(at + 1)];
}

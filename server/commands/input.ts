/** The command line accepts the same values as the API; its errors name the options. */

import { FORMATS } from '#kernel/http/body/validation.ts';
import { UsageError } from './failures.ts';

export function assertText(option: string, text: string, maxLength: number): void {
  if (text.trim() === '' || text.length > maxLength || text.includes('\0')) {
    throw new UsageError(`${option} takes a text of 1 to ${maxLength} characters.`);
  }
}

export function assertEmail(option: string, text: string): void {
  if (text.length > 254 || !FORMATS.email.test(text)) {
    throw new UsageError(`${option} takes an e-mail address; "${text}" is none.`);
  }
}

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { createLog } from '#kernel/log.ts';
import { terminal, textOf } from '#kernel/log-text.ts';

const textsOf = (write: (log: ReturnType<typeof createLog>) => void): string => {
  const lines: string[] = [];
  write(createLog('trace', { write: (line) => lines.push(stripVTControlCharacters(textOf(line))) }));
  return lines.join('');
};

it('a line in a terminal has time, level, message and fields', () => {
  const text = textsOf((log) =>
    log.warn({ loop: 'events', count: 3, route: 'GET /v1/me' }, 'a round failed'),
  );
  assert.match(text, /^\d\d:\d\d:\d\d WARN {2}a round failed loop=events count=3 route="GET \/v1\/me"\n$/);
});

it('an error follows its line, with its stack and its cause', () => {
  const error = new Error('no connection', { cause: new Error('refused') });
  const lines = textsOf((log) => log.error({ err: error }, 'it failed')).split('\n');
  assert.match(lines[0]!, /ERROR it failed$/);
  assert.match(lines[1]!, /^ {2}Error: no connection/);
  assert.ok(lines.some((line) => line.includes('refused')));
});

it('a value from outside cannot write to the terminal', () => {
  const lines: string[] = [];
  createLog('info', { write: (line) => lines.push(textOf(line)) }).info({ url: '/a\u001b[2Jb\u009b' }, 'x');
  assert.ok(!lines[0]!.includes('\u001b[2J') && !lines[0]!.includes('\u009b'), JSON.stringify(lines[0]));
});

it('a program that reads the log gets JSON', () => {
  assert.equal(terminal({ isTTY: false } as NodeJS.WriteStream), null);
});

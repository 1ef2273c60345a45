/** Pages that are lists: events, errors, deprecated operations; in Markdown. */
import { ERRORS } from '#kernel/error-catalogue.ts';
import type { EventType } from '#kernel/events/catalogue.ts';
import type { Operation, Schema } from '#kernel/http/docs/document.ts';
import { code, fence, table } from '#kernel/http/docs/markdown.ts';
import { fieldTable } from '#kernel/http/docs/schema-text.ts';

export function eventsMarkdown(events: EventType[]): string {
  const shown = events.filter(({ description }) => description !== '');
  const reserved = events.filter(({ description }) => description === '');
  const topics = [...Map.groupBy(shown, ({ topic }) => topic)];
  return joined([
    '# Events',
    `An event is a committed fact. Types marked **push** are sent to your address, and ${code('GET /v1/events')} returns them in order. The other types reach programs through the relay. The JSON below is ${code('data')} of an event.`,
    ...topics.map(([topic, types]) => joined([`## ${titleOf(topic)}`, ...types.map(eventMarkdown)])),
    reserved.length > 0 &&
      joined([
        '## Reserved names',
        'These names belong to the contract. Nothing publishes them yet.',
        reserved.map(({ type }) => code(type)).join(', '),
      ]),
  ]);
}

const titleOf = (topic: string) => `${topic[0]!.toUpperCase()}${topic.slice(1).replaceAll('_', ' ')}`;

function eventMarkdown({ type, description, subscribable, schema, example }: EventType): string {
  return joined([
    `### ${type} {#${type}}`,
    `${description}${subscribable ? ' **push**' : ''}`,
    fieldTable(JSON.parse(JSON.stringify(schema)) as Schema, 'answered'),
    Object.keys(example).length > 0 && fence('json', JSON.stringify(example, null, 2)),
  ]);
}

export function errorsMarkdown(): string {
  const errors = Object.entries(ERRORS).map(([code, entry]) => ({ code, ...entry }));
  const groups = [...Map.groupBy(errors, ({ status }) => status)].sort(([one], [other]) => one - other);
  return joined([
    '# Errors',
    'A failure has an HTTP status and this body. Programs decide by `code`; people read `message`; support finds the request by `requestId`.',
    fence(
      'json',
      JSON.stringify(
        {
          success: false,
          error: {
            code: 'validation_error',
            message: 'items: must have at least 1 element',
            requestId: '01920000-0000-7000-8000-000000000001',
            details: [{ path: 'items', code: 'too_few', message: 'must have at least 1 element' }],
          },
        },
        null,
        2,
      ),
    ),
    'Repeat a request after 408, 429, 500, 503 and 507, with the same `Idempotency-Key`. Every other failure needs another request.',
    table(
      ['Code', 'Status', 'Meaning'],
      errors.map(({ code: name, status, meaning }) => [`[${name}](#${name})`, String(status), meaning]),
    ),
    ...groups.flatMap(([, group]) =>
      group.map(({ code: name, status, meaning, cause, remedy }) =>
        joined([
          `## ${name} {#${name}}`,
          `**${status}.** ${meaning}`,
          `**Cause.** ${cause}`,
          `**Remedy.** ${remedy}`,
        ]),
      ),
    ),
  ]);
}

export function deprecationsMarkdown(
  operations: Operation[],
  referencePath: (tag: string) => string,
): string {
  const rows = operations.flatMap(({ id, tag, method, path, deprecation }) =>
    deprecation === undefined
      ? []
      : [
          [
            `[${method} ${path}](${referencePath(tag)}#${id})`,
            deprecation.since,
            deprecation.sunset ?? 'not set',
            code(deprecation.instead),
          ],
        ],
  );
  return joined([
    '# Deprecations',
    'Operations that are still there and have a better successor. [Versioning](/docs/guides/versioning) has the policy.',
    rows.length === 0
      ? 'No operation is deprecated today.'
      : table(['Operation', 'Deprecated since', 'Ends', 'Use instead'], rows),
  ]);
}

const joined = (parts: (string | false | undefined)[]) => parts.filter(Boolean).join('\n\n');

/** Fields of a body that its schema does not know: ignored, but named; with `Prefer: handling=strict` refused. */
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Problem } from '#kernel/errors.ts';
import { unknownName } from '#kernel/http/nearest.ts';

const HEADER = 'x-unknown-fields';
/** The most fields that one answer names; a client sees the others after it has removed these. */
export const MOST_FIELDS = 20;
const LONGEST_NAME = 100;
const LONGEST_HEADER = 1000;

type Schema = {
  properties?: Record<string, Schema>;
  additionalProperties?: unknown;
  patternProperties?: unknown;
  items?: Schema;
};
export type Unknown = { path: string; name: string; known: Iterable<string> };
export type CollectUnknown = (value: unknown, found: Unknown[]) => void;

/** Null if no field can be unknown: texts, numbers, objects whose keys are free. */
export function unknownFieldsOf(schema: Schema | undefined): CollectUnknown | null {
  if (schema?.items) return unknownInItems(unknownFieldsOf(schema.items));
  if (!schema?.properties) return null;
  const fields = new Map(
    Object.entries(schema.properties).map(([name, field]) => [name, unknownFieldsOf(field)]),
  );
  const isOpen = Boolean(schema.additionalProperties) || schema.patternProperties !== undefined;
  return (value, found) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    for (const name in value) {
      const inside = fields.get(name);
      if (inside === null) continue;
      if (found.length >= MOST_FIELDS) return;
      if (inside === undefined) {
        if (!isOpen) found.push({ path: name, name, known: fields.keys() });
        continue;
      }
      const from = found.length;
      inside((value as Record<string, unknown>)[name], found);
      for (let at = from; at < found.length; at++) found[at]!.path = joined(name, found[at]!.path);
    }
  };
}

function unknownInItems(each: CollectUnknown | null): CollectUnknown | null {
  if (each === null) return null;
  return (value, found) => {
    if (!Array.isArray(value)) return;
    for (let index = 0; index < value.length && found.length < MOST_FIELDS; index++) {
      const from = found.length;
      each(value[index], found);
      for (let at = from; at < found.length; at++) found[at]!.path = joined(`[${index}]`, found[at]!.path);
    }
  };
}

const joined = (name: string, rest: string) => (rest.startsWith('[') ? name + rest : `${name}.${rest}`);

/** A body that is not JSON reaches its route unparsed, and the route does this check itself. */
export function noteUnknownFields(route: RouteOptions): void {
  if (route.schema?.consumes !== undefined) return;
  const collect = unknownFieldsOf(route.schema?.body as Schema | undefined);
  if (collect !== null) route.config = { ...route.config, collectUnknown: collect } as typeof route.config;
}

const STRICT = /(^|[,;\s])handling\s*=\s*"?strict"?\s*($|[,;])/i;
export const isStrict = (request: FastifyRequest): boolean => STRICT.test(String(request.headers.prefer));

/** Returns the unknown fields as problems if the caller asked for strict handling; otherwise only names them in a header. */
export function judgeUnknown(request: FastifyRequest, reply: FastifyReply, found: Unknown[]): Problem[] {
  const strict = request.headers.prefer !== undefined && isStrict(request);
  if (strict) reply.header('preference-applied', 'handling=strict');
  if (found.length === 0) return [];
  if (!strict) {
    reply.header(HEADER, inHeader(found.map(({ path }) => path)));
    return [];
  }
  return found.map(({ path, name, known }) => ({
    path: path.slice(0, LONGEST_NAME),
    code: 'unknown_field',
    message: unknownName(name, known),
  }));
}

/** Percent-encoded, because a name may contain any character and a header only ASCII. */
export function inHeader(paths: string[]): string {
  const names = paths.map((path) => {
    const name = path.slice(0, LONGEST_NAME).toWellFormed();
    return encodeURIComponent(name).replaceAll('%5B', '[').replaceAll('%5D', ']');
  });
  let text = '';
  for (const name of names) {
    if (text.length + name.length > LONGEST_HEADER) return text === '' ? '...' : `${text}, ...`;
    text += text === '' ? name : `, ${name}`;
  }
  return text;
}

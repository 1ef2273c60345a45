/** Checks requests against their schemas and names everything that is wrong with them, in a person's words. */
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { FastifyRequest } from 'fastify';
import { invalid, type Problem } from '#kernel/errors.ts';
import { Verbatim } from '#kernel/http/verbatim.ts';

export const MAX_PROBLEMS = 100;

/** Limits of a metadata object. */
const VERBATIM_KIB = 64;
const VERBATIM_DEPTH = 32;

export const FORMATS = {
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  email: /^[^\s@"(),:;<>[\\\]]{1,64}@[^\s@"(),:;<>[\\\]]+\.[^\s@"(),:;<>[\\\].]+$/,
  'date-time': (text: string) =>
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/.test(text) &&
    !Number.isNaN(Date.parse(text)),
};

const newAjv = (coerceTypes: boolean) => {
  const ajv = new Ajv({ allErrors: true, coerceTypes, useDefaults: true, strict: false, formats: FORMATS });
  // A metadata object arrives as the text the client sent, so its limits are checked on that text.
  ajv.addKeyword({
    keyword: 'verbatim',
    errors: false,
    validate: (_: true, value: unknown) =>
      !(value instanceof Verbatim) ||
      (Buffer.byteLength(value.text) <= VERBATIM_KIB * 1024 && value.depth <= VERBATIM_DEPTH),
  });
  return ajv;
};

// A body says what it means: "12" is not 12. A query string has only text, so numbers are read from it.
const bodies = newAjv(false);
const texts = newAjv(true);

export function compileValidator(schema: unknown, part: string | undefined): ValidateFunction {
  return (part === 'body' ? bodies : texts).compile(schema as object);
}

/** Every problem of a request at once: text and numbers that cannot be carried, then what the schema does not allow. */
export function assertValid(request: FastifyRequest): void {
  const problems = [
    ...(request.bodyProblems ?? []),
    ...textProblems(request.query),
    ...textProblems(request.params),
  ];
  const failed = request.validationError as
    | { validation?: ErrorObject[]; validationContext?: string }
    | undefined;
  if (failed?.validation) problems.push(...toProblems(failed.validation, failed.validationContext));
  if (problems.length > 0) throw invalid(problems.slice(0, MAX_PROBLEMS));
}

/** PostgreSQL text holds neither NUL nor half a character; in a body the parser has looked already. */
function textProblems(values: unknown): Problem[] {
  return Object.entries(values ?? {})
    .filter(([, value]) =>
      [value]
        .flat()
        .some((text) => typeof text === 'string' && (text.includes('\0') || !text.isWellFormed())),
    )
    .map(([path]) => ({
      path,
      code: 'text_not_allowed',
      message: 'must not contain NUL or half a character',
    }));
}

export function toProblems(errors: readonly ErrorObject[], part: string | undefined): Problem[] {
  const problems = new Map<string, Problem>();
  for (const error of errors) {
    const path = pathOf(error);
    // One field may break several rules at once; the first one says enough.
    if (!problems.has(path))
      problems.set(path, { path, code: codeOf(error), message: messageOf(error, part) });
    if (problems.size === MAX_PROBLEMS) break;
  }
  return [...problems.values()];
}

function pathOf(error: ErrorObject): string {
  const steps = error.instancePath.split('/').slice(1);
  if (error.keyword === 'required') steps.push(error.params.missingProperty);
  return steps
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((step, index) => (/^\d+$/.test(step) ? `[${step}]` : index === 0 ? step : `.${step}`))
    .join('');
}

const CODES: Record<string, string> = {
  required: 'required',
  type: 'wrong_type',
  enum: 'not_allowed',
  const: 'not_allowed',
  anyOf: 'not_allowed',
  format: 'wrong_format',
  pattern: 'wrong_format',
  minLength: 'too_short',
  maxLength: 'too_long',
  minItems: 'too_few',
  maxItems: 'too_many',
  minimum: 'too_small',
  exclusiveMinimum: 'too_small',
  maximum: 'too_large',
  exclusiveMaximum: 'too_large',
  uniqueItems: 'not_unique',
  verbatim: 'too_large',
};

const codeOf = (error: ErrorObject) => CODES[error.keyword] ?? 'not_valid';

const FORMAT_NAMES: Record<string, string> = {
  uuid: 'a UUID',
  email: 'an e-mail address',
  'date-time': 'an ISO 8601 time with a zone, for example 2030-01-31T12:00:00Z',
};

function messageOf(error: ErrorObject, part: string | undefined): string {
  const { params, keyword } = error;
  switch (keyword) {
    case 'required':
      return 'is required';
    case 'type':
      if (error.instancePath === '' && part === 'body') return 'A JSON object is required as the body.';
      return `must be ${[params.type].flat().map(withArticle).join(' or ')}`;
    case 'enum':
      return `must be one of ${params.allowedValues.join(', ')}`;
    case 'format':
      return `must be ${FORMAT_NAMES[params.format] ?? params.format}`;
    case 'minLength':
      return params.limit === 1 ? 'must not be empty' : `must have at least ${params.limit} characters`;
    case 'maxLength':
      return `must have at most ${params.limit} characters`;
    case 'minItems':
      return `must have at least ${params.limit} ${params.limit === 1 ? 'element' : 'elements'}`;
    case 'maxItems':
      return `must have at most ${params.limit} elements`;
    case 'uniqueItems':
      return 'must not name the same thing twice';
    case 'verbatim':
      return `must be at most ${VERBATIM_KIB} KiB of JSON and at most ${VERBATIM_DEPTH} levels deep`;
    default:
      return error.message ?? 'is not valid';
  }
}

const withArticle = (type: string) =>
  /^[aeiou]/.test(type) ? `an ${type}` : type === 'null' ? type : `a ${type}`;

/** Checks requests against their schemas and reports all their problems, in plain words. */
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EMAIL, normalEmail, normalPhone } from '#kernel/contact.ts';
import { invalid, type Problem } from '#kernel/errors.ts';
import { judgeUnknown } from '#kernel/http/body/unknown-fields.ts';
import { Verbatim } from '#kernel/http/body/verbatim.ts';
import { unknownName } from '#kernel/http/nearest.ts';
import { refuseConditions, refuseIdempotencyKey } from '#kernel/http/safeties.ts';
import { currencyExponent } from '#shared/money.ts';

export const MAX_PROBLEMS = 100;

/** Limits of a metadata object. */
const VERBATIM_KIB = 64;
const VERBATIM_DEPTH = 32;

export const FORMATS = {
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  email: EMAIL,
  // For an address that receives mail, not for a sign-in: case and surrounding white space are normalised.
  'contact-email': (text: string) => normalEmail(text) !== undefined,
  phone: (text: string) => normalPhone(text) !== undefined,
  'date-time': isTime,
  currency: (text: string) => currencyExponent(text) !== undefined,
  // For readers of the contract; the service rounds or refuses what has too many decimals.
  decimal: true as const,
};

const TIME = /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-](0\d|1[0-4]):[0-5]\d)$/;

/** Accepts only times that PostgreSQL accepts: JavaScript alone would turn a 30th of February into a day of March. */
function isTime(text: string): boolean {
  if (!TIME.test(text) || Number.isNaN(Date.parse(text))) return false;
  const day = Number(text.slice(8, 10));
  // Every month has at least 28 days.
  return day <= 28 || day <= daysIn(Number(text.slice(0, 4)), Number(text.slice(5, 7)));
}

const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();

const newAjv = (coerceTypes: boolean) => {
  const ajv = new Ajv({
    allErrors: true,
    coerceTypes,
    useDefaults: true,
    strict: false,
    formats: FORMATS,
    verbose: coerceTypes,
    // A test checks the schemas of all routes, so a start need not; shorter code is not faster, and takes longer to make.
    validateSchema: false,
    meta: false,
    code: { optimize: false },
  });
  // A metadata object arrives as the client's text, so its limits are checked on that text.
  ajv.addKeyword({
    keyword: 'verbatim',
    errors: false,
    validate: (_: true, value: unknown) =>
      !(value instanceof Verbatim) ||
      (Buffer.byteLength(value.text) <= VERBATIM_KIB * 1024 && value.depth <= VERBATIM_DEPTH),
  });
  return ajv;
};

// A body is typed: "12" is not 12. A query string has only text, so numbers are converted.
const bodies = newAjv(false);
const texts = newAjv(true);

const uncompiled = new Set<() => void>();
/** By part and text of the schema: most routes share theirs with others, such as that of an id in the path. */
const validators = new Map<string, ValidateFunction>();

/** Compiles every validator that was not used yet: a process does this before it serves requests. */
export function compileValidators(): void {
  for (const compile of uncompiled) compile();
}

/** Compiles the schema at its first use. Most tests use few routes, and compiling all of them takes longer than most tests. */
export function compileValidator(schema: unknown, part: string | undefined) {
  let compiled: ValidateFunction | undefined;
  const compile = () => {
    if (compiled !== undefined) return compiled;
    uncompiled.delete(compile);
    const key = `${part === 'body'} ${JSON.stringify(schema)}`;
    compiled = validators.get(key) ?? (part === 'body' ? bodies : texts).compile(schema as object);
    validators.set(key, compiled);
    return compiled;
  };
  uncompiled.add(compile);
  const cutShort = part === 'body' ? cutterOf(schema as Bounded) : null;
  const check = (value: unknown) => {
    cutShort?.(value);
    const validate = compile();
    const valid = validate(value);
    check.errors = validate.errors;
    return valid;
  };
  check.errors = null as ValidateFunction['errors'];
  return check;
}

/** Checks values that are not a whole body: elements of a list, rows of a file. Fills in defaults, like a body's check. */
export function compileCheck(schema: unknown): (value: unknown) => Problem[] {
  const check = compileValidator(schema, 'body');
  return (value) => (check(value) ? [] : firstOfEach(toProblems(check.errors ?? [], 'row')));
}

type Bounded = {
  properties?: Record<string, Bounded>;
  items?: Bounded;
  maxItems?: number;
  maxProperties?: number;
};

/**
 * Cuts lists that are too long before validation: Ajv checks every element, and 1 MiB of them would block the event loop for more
 * than a second. One element too many gives the same error as a million. Null if a schema bounds nothing.
 */
function cutterOf({
  properties = {},
  items,
  maxItems,
  maxProperties,
}: Bounded): ((value: unknown) => void) | null {
  const insides = Object.entries(properties).flatMap(([name, field]) => {
    const cut = cutterOf(field);
    return cut === null ? [] : [{ name, cut }];
  });
  const cutItem = items === undefined ? null : cutterOf(items);
  if (maxItems === undefined && maxProperties === undefined && cutItem === null && insides.length === 0)
    return null;
  return (value) => {
    if (Array.isArray(value)) {
      if (maxItems !== undefined && value.length > maxItems) value.length = maxItems + 1;
      if (cutItem !== null) for (const one of value) cutItem(one);
    } else if (typeof value === 'object' && value !== null) {
      const fields = value as Record<string, unknown>;
      if (maxProperties !== undefined) cutKeys(fields, maxProperties + 1);
      for (const { name, cut } of insides) if (Object.hasOwn(fields, name)) cut(fields[name]);
    }
  };
}

function cutKeys(fields: Record<string, unknown>, most: number): void {
  const names = Object.keys(fields);
  for (let at = most; at < names.length; at++) delete fields[names[at]!];
}

const PARTS = { params: 'params', body: 'body', querystring: 'query' } as const;

/** Reports every problem of a request at once: text and numbers that cannot be represented, then violations of the schema. */
export function assertValid(request: FastifyRequest, reply: FastifyReply): void {
  const problems = [...(request.bodyProblems ?? [])];
  const { collectUnknown, extraValidation } = request.routeOptions.config;
  if (collectUnknown !== undefined) {
    const unknown: Parameters<typeof collectUnknown>[1] = [];
    collectUnknown(request.body, unknown);
    problems.push(...judgeUnknown(request, reply, unknown));
  }
  refuseConditions(request, problems);
  refuseIdempotencyKey(request, problems);
  noteUnfitTexts(request.query, problems);
  noteUnfitTexts(request.params, problems);
  // Fastify stops at the first invalid part; the other parts may be invalid too.
  if (request.validationError !== undefined) {
    for (const [part, name] of Object.entries(PARTS)) {
      const check = request.getValidationFunction(part as keyof typeof PARTS);
      if (check && !check(request[name] ?? null)) problems.push(...toProblems(check.errors ?? [], part));
    }
  }
  if (problems.length === 0) return;
  problems.push(...(extraValidation?.(request.body) ?? []));
  throw invalid(firstOfEach(problems));
}

/** One field may break several rules at once; only the first is reported. */
export function firstOfEach(problems: Problem[]): Problem[] {
  const firsts = new Map(problems.toReversed().map((problem) => [problem.path, problem]));
  return [...firsts.values()].toReversed().slice(0, MAX_PROBLEMS);
}

/** PostgreSQL text can contain neither NUL nor half a surrogate pair; the JSON parser has checked the body already. */
function noteUnfitTexts(values: unknown, problems: Problem[]): void {
  for (const path in values as Record<string, unknown>) {
    const value = (values as Record<string, unknown>)[path];
    if (Array.isArray(value) ? value.some(isUnfit) : isUnfit(value)) {
      problems.push({ path, code: 'text_not_allowed', message: 'must not contain NUL or half a character' });
    }
  }
}

const isUnfit = (text: unknown) => typeof text === 'string' && (text.includes('\0') || !text.isWellFormed());

function toProblems(errors: readonly ErrorObject[], part: string): Problem[] {
  return errors.map((error) => ({
    path: pathOf(error),
    ...(part === 'querystring' && isRepeated(error)
      ? { code: 'not_unique', message: 'is given more than once; give it once' }
      : { code: codeOf(error), message: messageOf(error, part) }),
  }));
}

/** The query has several values of a parameter that takes one. A parameter that takes a list says so with anyOf. */
const isRepeated = ({ data, keyword, schemaPath }: ErrorObject) =>
  Array.isArray(data) && keyword !== 'anyOf' && !schemaPath.includes('/anyOf/');

function pathOf(error: ErrorObject): string {
  const steps = error.instancePath.split('/').slice(1);
  if (error.keyword === 'required') steps.push(error.params.missingProperty);
  if (error.keyword === 'additionalProperties') steps.push(error.params.additionalProperty.slice(0, 100));
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
  maxProperties: 'too_many',
  minimum: 'too_small',
  exclusiveMinimum: 'too_small',
  maximum: 'too_large',
  exclusiveMaximum: 'too_large',
  uniqueItems: 'not_unique',
  verbatim: 'too_large',
  additionalProperties: 'unknown_parameter',
};

const codeOf = (error: ErrorObject) => CODES[error.keyword] ?? 'not_valid';

const FORMAT_NAMES: Record<string, string> = {
  uuid: 'a UUID',
  email: 'an e-mail address',
  'contact-email': 'an e-mail address',
  phone: 'a phone number in international form, for example +44 20 7946 0958',
  'date-time': 'an ISO 8601 time with a zone, for example 2030-01-31T12:00:00Z',
  currency: 'an ISO 4217 code in upper case',
};

function messageOf(error: ErrorObject, part: string): string {
  const { params, keyword } = error;
  if (error.propertyName !== undefined) return `must have keys of at most ${params.limit} characters`;
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
    case 'maxProperties':
      return `must have at most ${params.limit} keys`;
    case 'uniqueItems':
      return 'must not name the same thing twice';
    case 'additionalProperties':
      return messageOfUnknown(params.additionalProperty, Object.keys(error.parentSchema?.properties ?? {}));
    case 'verbatim':
      return `must be at most ${VERBATIM_KIB} KiB of JSON and at most ${VERBATIM_DEPTH} levels deep`;
    default:
      return error.message ?? 'is not valid';
  }
}

const messageOfUnknown = (name: string, known: string[]) =>
  name === 'dryRun'
    ? 'is not possible here, so nothing was done; repeat the request without it'
    : unknownName(name, known);

const withArticle = (type: string) =>
  /^[aeiou]/.test(type) ? `an ${type}` : type === 'null' ? type : `a ${type}`;

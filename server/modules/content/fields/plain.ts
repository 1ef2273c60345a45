/** Numbers, truth values, times, choices and JSON. */
import { FORMATS } from '#kernel/http/body/validation.ts';
import type { Kind } from './field.ts';
import { numberKey, timeKey } from './keys.ts';

const MAX_JSON_BYTES = 64 * 1024;

export const number: Kind = {
  takes: ['unique', 'localised', 'default', 'min', 'max', 'integer'],
  checkOptions({ min, max }, place) {
    if (min !== undefined && max !== undefined && min > max)
      place.field('min').wrong('too_large', 'must not be more than max');
  },
  read(value, { min, max, integer }, place) {
    if (typeof value !== 'number') return place.wrong('wrong_type', 'must be a number');
    if (integer && !Number.isInteger(value)) return place.wrong('wrong_type', 'must be an integer');
    if (min !== undefined && value < min) return place.wrong('too_small', `must be at least ${min}`);
    if (max !== undefined && value > max) return place.wrong('too_large', `must be at most ${max}`);
    return value;
  },
  keysOf: (value) => [numberKey(value as number)],
};

export const boolean: Kind = {
  takes: ['localised', 'default'],
  read: (value, _item, place) =>
    typeof value === 'boolean' ? value : place.wrong('wrong_type', 'must be true or false'),
  keysOf: (value) => [String(value)],
};

/** Stored as UTC, so that the same moment is the same text. */
export const datetime: Kind = {
  takes: ['unique', 'localised', 'default'],
  read(value, _item, place) {
    if (typeof value !== 'string' || value.length > 40 || !FORMATS['date-time'](value))
      return place.wrong(
        'wrong_format',
        'must be an ISO 8601 time with a zone, for example 2030-01-31T12:00:00Z',
      );
    const utc = timeKey(value);
    // Its zone may lead out of the years that have four digits.
    return FORMATS['date-time'](utc)
      ? utc
      : place.wrong('wrong_format', 'must be in the years 1 to 9999 of UTC');
  },
  keysOf: (value) => [value as string],
};

/** A day of the calendar, whatever the time zone. */
export const date: Kind = {
  takes: ['unique', 'localised', 'default'],
  read: (value, _item, place) =>
    typeof value === 'string' && value.length === 10 && FORMATS['date-time'](`${value}T00:00:00Z`)
      ? value
      : place.wrong('wrong_format', 'must be a day, for example 2030-01-31'),
  keysOf: (value) => [value as string],
};

const COLOUR = /^#([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i;

/** Stored with six or eight lower-case digits, so that the same colour is the same text. */
export const colour: Kind = {
  takes: ['localised', 'default'],
  read(value, _item, place) {
    if (typeof value !== 'string' || !COLOUR.test(value))
      return place.wrong('wrong_format', 'must be a colour, for example #0f766e');
    const digits = value.slice(1).toLowerCase();
    return `#${digits.length === 3 ? digits.replace(/./g, '$&$&') : digits}`;
  },
  keysOf: (value) => [value as string],
};

export const select: Kind = {
  takes: ['localised', 'default', 'options', 'multiple'],
  checkOptions({ options }, place) {
    if (options === undefined) place.field('options').wrong('required', 'is required');
  },
  read(value, { options = [], multiple }, place) {
    const known = (one: unknown) => typeof one === 'string' && options.includes(one);
    const message = () => `must be one of ${options.join(', ').slice(0, 200)}`;
    if (!multiple) return known(value) ? value : place.wrong('not_allowed', message());
    if (!Array.isArray(value)) return place.wrong('wrong_type', 'must be an array');
    if (value.length > options.length || new Set(value).size < value.length) {
      return place.wrong('not_unique', 'must not name the same thing twice');
    }
    const all = new Set<unknown>(options);
    const bad = value.findIndex((one) => !all.has(one));
    return bad === -1 ? value : place.item(bad).wrong('not_allowed', message());
  },
  keysOf: (value) => [value].flat() as string[],
  textsOf: (value) => [value].flat() as string[],
};

export const json: Kind = {
  takes: ['localised', 'default'],
  read: (value, _item, place) =>
    Buffer.byteLength(JSON.stringify(value)) <= MAX_JSON_BYTES
      ? value
      : place.wrong('too_large', `must be at most ${MAX_JSON_BYTES / 1024} KiB of JSON`),
};

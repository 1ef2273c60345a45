/** The values of placeholders in guides, from the constants and settings that the program itself uses. */
import { MODULES, ROLE_ORDER, SCOPES } from '#kernel/auth/actor.ts';
import type { EventType } from '#kernel/events/catalogue.ts';
import { MAX_ANSWER_BYTES } from '#kernel/http/answer-size.ts';
import { code, fence, table } from '#kernel/http/docs/markdown.ts';
import type { Values } from '#kernel/http/docs/placeholders.ts';
import { IDEMPOTENCY_HOURS } from '#kernel/http/idempotency.ts';
import { BODY_LIMIT } from '#kernel/http/server.ts';
import { SHOPPER_LIMITS } from '#kernel/http/shopper-limits.ts';
import { receivers } from '#shared/receivers.ts';
import { RESTORABLE_DAYS } from '../modules/content/entries/record.ts';
import { MAX_TEXT } from '../modules/content/fields/words.ts';
import { MOST_MOVED } from '../modules/content/positions/moved-below.ts';
import { DEEPEST } from '../modules/content/positions/positions.ts';
import { MOST_FOLLOWED } from '../modules/content/publishing/moving.ts';
import { MAX_LISTS } from '../modules/content/reading/referrers.ts';
import { MAX_COUNTED, MAX_SOUGHT } from '../modules/content/search/search.ts';
import { MAX_ORDER_LINES } from '../modules/crm/orders/fields.ts';
import { WIDTHS } from '../modules/media/transforms/sizes.ts';
import { MAX_ROWS } from '../modules/redirects/imports/file.ts';
import { MAX_HOPS } from '../modules/redirects/serving/resolve.ts';
import { MAX_DELIVERY_ATTEMPTS, WAITS_IN_MINUTES } from '../modules/webhooks/delivery/retry-schedule.ts';
import { DELIVERY_TIMEOUT_MS } from '../modules/webhooks/sending/send.ts';
import type { Settings } from '../settings.ts';

const number = new Intl.NumberFormat('en-US');
const MIB = 1024 * 1024;

export function guideValues(settings: Settings, events: EventType[]): Values {
  const plain = {
    url: settings.publicUrl,
    'retry-waits': retryWaits(),
    'delivery-attempts': String(MAX_DELIVERY_ATTEMPTS),
    'delivery-hours': String(Math.floor(sum(WAITS_IN_MINUTES) / 30) / 2),
    'delivery-timeout': String(DELIVERY_TIMEOUT_MS / 1000),
    'disable-after-days': String(settings.webhooks.disableAfterDays),
    'max-subscriptions': number.format(settings.webhooks.maxSubscriptions),
    'retention-days': String(settings.retentionDays),
    'request-log-days': String(settings.requests.days),
    'idempotency-hours': String(IDEMPOTENCY_HOURS),
    'rate-limit': number.format(settings.rateLimitPerMinute),
    'requests-at-once': number.format(settings.requestsAtOncePerKey),
    'body-limit': `${BODY_LIMIT / MIB} MiB`,
    'answer-limit': `${MAX_ANSWER_BYTES / MIB} MiB`,
    'order-lines': String(MAX_ORDER_LINES),
    'tree-levels': String(DEEPEST),
    'moved-pages': String(MOST_MOVED),
    'followed-pages': number.format(MOST_FOLLOWED),
    'referrer-lists': String(MAX_LISTS),
    'search-words': String(MAX_SOUGHT),
    'search-counted': number.format(MAX_COUNTED),
    'search-text': number.format(MAX_TEXT),
    'restorable-days': String(RESTORABLE_DAYS),
    'redirect-hops': String(MAX_HOPS),
    'redirect-rows': number.format(MAX_ROWS),
    'image-widths': WIDTHS.join(', '),
    roles: ROLE_ORDER.map(code).join(', '),
    modules: MODULES.map(code).join(', '),
    quotas: quotas(settings),
    'shopper-limits': shopperLimits(),
    'pushed-events': eventTable(events.filter(({ subscribable }) => subscribable)),
  };
  return {
    ...Object.fromEntries(Object.entries(plain).map(([name, value]) => [name, () => value])),
    receiver,
    scopes: (noun) =>
      listed(SCOPES.filter((scope) => noun === '' || scope.split(':')[1]!.split('_')[0] === noun)),
    events: (topic) => {
      const members = events.filter((event) => event.topic === topic && event.description !== '');
      return members.length === 0 ? undefined : eventTable(members);
    },
  };
}

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);

const listed = (names: string[]) => (names.length === 0 ? undefined : names.map(code).join(', '));

function receiver(name: string): string | undefined {
  const found = receivers('whsec_…').find((each) => each.name === name);
  return found && fence(found.language, found.code);
}

function retryWaits(): string {
  const inWords = (minutes: number) => {
    const [count, unit] = minutes < 60 ? [minutes, 'minute'] : [minutes / 60, 'hour'];
    return `${count} ${unit}${count === 1 ? '' : 's'}`;
  };
  let after = 0;
  const rows = WAITS_IN_MINUTES.map((minutes, index) => {
    after += minutes;
    return [`${index + 1} to ${index + 2}`, `about ${inWords(minutes)}`, `about ${inMinutes(after)}`];
  });
  return table(['Attempt', 'Wait', 'Since the first attempt'], rows);
}

const inMinutes = (minutes: number) =>
  minutes < 60
    ? `${minutes} min`
    : `${Math.floor(minutes / 60)} h${minutes % 60 === 0 ? '' : ` ${minutes % 60} min`}`;

const eventTable = (events: EventType[]) =>
  table(
    ['Type', 'When'],
    events.map(({ type, description }) => [code(type), description]),
  );

function quotas(settings: Settings): string {
  const rows = [...settings.quotas].map(([{ name, unit }, most]) => {
    if (most === null) return [code(name), 'no limit'];
    return [code(name), unit === 'bytes' ? `${number.format(most / MIB)} MiB` : number.format(most)];
  });
  return table(['Kind', 'Quota of a tenant'], rows);
}

const SHOPPER_LIMIT_NAMES: Record<keyof typeof SHOPPER_LIMITS, string> = {
  readsOfKey: 'Reads with one storefront key',
  readsOfAddress: 'Reads with one key from one address',
  writesOfAddress: 'Writes from one address',
  writesOfBearer: 'Writes of one cart or session',
  cartsOfAddress: 'New carts from one address',
  checkoutsOfAddress: 'New checkouts from one address',
};

function shopperLimits(): string {
  const rows = Object.entries(SHOPPER_LIMITS).map(([name, most]) => [
    SHOPPER_LIMIT_NAMES[name as keyof typeof SHOPPER_LIMITS],
    number.format(most),
  ]);
  return table(['What', 'A minute'], rows);
}

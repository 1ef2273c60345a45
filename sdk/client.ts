/** A client for the API with a function for every operation: `await client.createOrder({ body: { … } })`. */
import { type AnyInput, createCaller, type Received } from './calling.ts';
import {
  type Answer,
  type Arguments,
  bearerOf,
  type Calls,
  type ClientSettings,
  createCalls,
  forEachRoute,
  type Item,
  type OperationName,
} from './calls.ts';
import { ROUTES } from './operations.ts';

export type { FormFile, RawBody } from './bodies.ts';
export type { AnyInput, Fetch, Options, Settings } from './calling.ts';
export type { Answer, ClientSettings, Data, Input, Item, OperationName } from './calls.ts';
export { ApiError, ConnectionError, ERROR_CODES, type ErrorCode, isCode } from './errors.ts';
export { type ImageSize, type ImageSource, imageSrcset, imageUrl } from './images.ts';

/** The records of the service by name: `Order`, `Customer`. */
export type * from './operations.ts';

type Page = { data: unknown[]; pagination: { hasMore: boolean; nextCursor: string | null } };
/** The operations that return a list page by page. */
export type ListName = {
  [Name in OperationName]: Answer<Name> extends Page ? Name : never;
}[OperationName];

export type Client = Calls & {
  /** The same operations, whose answers come with status, headers and request id: `client.withResponse.createOrder(…)`. */
  withResponse: {
    [Name in OperationName]: (...input: Arguments<Name>) => Promise<Answered<Answer<Name>>>;
  };
  /** Every row of a list, page by page: `for await (const order of client.list('listOrders', { query }))`. */
  list<Name extends ListName>(name: Name, ...input: Arguments<Name>): AsyncGenerator<Item<Name>, void>;
  /** Every page of a list; `pagination.nextCursor` is where another program can go on. */
  pages<Name extends ListName>(name: Name, ...input: Arguments<Name>): AsyncGenerator<Answer<Name>, void>;
  /** Any path of the service: `client.request('GET', '/v1/crm/orders/{id}', { path: { id } })`. */
  request<T = unknown>(method: string, path: string, input?: AnyInput): Promise<T>;
};

/** An answer with its headers. */
export type Answered<T> = {
  answer: T;
  status: number;
  headers: Headers;
  /** The log of the service has it, too. */
  requestId: string | null;
  /** The answer of a former request with the same Idempotency-Key. */
  isReplayed: boolean;
  /** The `version` of the record, for `ifMatch`. */
  version: number | null;
  /** Requests that are left, and the seconds until there are more. */
  rateLimit: { remaining: number; resetSeconds: number } | null;
  attempts: number;
};

export function createClient(settings: ClientSettings): Client {
  const bearer = bearerOf(settings.token);
  const call = createCaller(settings);
  const answerOf = async (route: string, input?: AnyInput) => (await call(route, bearer, input)).answer;

  let withResponse: unknown;

  async function* pages(name: ListName, input: AnyInput = {}): AsyncGenerator<Page, void> {
    // The feed of events is read from a position, which its pages call nextCursor, too.
    const parameter = name === 'listEvents' ? 'after' : 'cursor';
    for (let query = input.query; ; ) {
      const page = (await answerOf(ROUTES[name], { ...input, query })) as Page;
      yield page;
      const { hasMore, nextCursor } = page.pagination;
      if (!hasMore || nextCursor === null) return;
      query = { ...query, [parameter]: nextCursor };
    }
  }
  async function* list(name: ListName, input?: AnyInput): AsyncGenerator<unknown, void> {
    for await (const { data } of pages(name, input)) yield* data;
  }
  const request = async (method: string, path: string, input?: AnyInput) => {
    if (!/^\/(?!\/)/.test(path)) throw new TypeError('path must begin with one slash, such as /v1/me.');
    const route = `${method.toUpperCase()} ${path}`;
    const keyed = `${route} keyed`;
    return answerOf((Object.values(ROUTES) as string[]).includes(keyed) ? keyed : route, input);
  };

  return Object.defineProperties({ ...createCalls(settings), list, pages, request } as Client, {
    // Made at the first use, because most programs never look.
    withResponse: {
      get: () =>
        (withResponse ??= forEachRoute(
          (route) => async (input?: AnyInput) => withHead(await call(route, bearer, input)),
        )),
    },
  });
}

function withHead(received: Received): Answered<unknown> {
  const { headers } = received;
  const [, remaining, resetSeconds] = /r=(\d+);t=(\d+)/.exec(headers.get('ratelimit') ?? '') ?? [];
  const [, version] = /^"(\d+)"$/.exec(headers.get('etag') ?? '') ?? [];
  return {
    ...received,
    requestId: headers.get('x-request-id'),
    isReplayed: headers.get('idempotent-replayed') === 'true',
    version: version === undefined ? null : Number(version),
    rateLimit:
      remaining === undefined ? null : { remaining: Number(remaining), resetSeconds: Number(resetSeconds) },
  };
}

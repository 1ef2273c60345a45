/** A client for the API with a function for every operation: `await client.createOrder({ body: { … } })`. */
import {
  type Answered,
  type AnyInput,
  createCaller,
  type Fetch,
  type Options,
  type Settings,
} from './calling.ts';
import { type Operations, ROUTES } from './operations.ts';

export type { FormFile, RawBody } from './bodies.ts';
export type { Answered, AnyInput, Fetch, Options, Settings } from './calling.ts';
export { ApiError, ConnectionError, ERROR_CODES, type ErrorCode, isCode } from './errors.ts';

/** The records of the service by name: `Order`, `Customer`. */
export type * from './operations.ts';

export type OperationName = keyof Operations;

export type Input<Name extends OperationName> = Operations[Name]['input'] & Options;
export type Answer<Name extends OperationName> = Operations[Name]['answer'];
/** The `data` of an operation's answer. */
export type Data<Name extends OperationName> = Answer<Name> extends { data: infer T } ? T : never;
/** One row of a list. */
export type Item<Name extends OperationName> = Data<Name> extends (infer T)[] ? T : never;

type Page = { data: unknown[]; pagination: { hasMore: boolean; nextCursor: string | null } };
/** The operations that return a list page by page. */
export type ListName = {
  [Name in OperationName]: Answer<Name> extends Page ? Name : never;
}[OperationName];

type Arguments<Name extends OperationName> = object extends Operations[Name]['input']
  ? [Input<Name>?]
  : [Input<Name>];

type Calls = { [Name in OperationName]: (...input: Arguments<Name>) => Promise<Answer<Name>> };

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

export type ClientSettings = Settings & {
  /** An API key, or a function that returns the current token; null for operations that need none. */
  token: string | (() => string | null | Promise<string | null>);
  fetch?: Fetch;
};

export function createClient(settings: ClientSettings): Client {
  const bearer = bearerOf(settings.token);
  const call = createCaller(settings);
  const answerOf = async (route: string, input?: AnyInput) => (await call(route, bearer, input)).answer;

  const calls = forEachRoute((route) => (input?: AnyInput) => answerOf(route, input)) as unknown as Calls;
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

  return Object.defineProperties({ ...calls, list, pages, request } as unknown as Client, {
    // Made at the first use, because most programs never look.
    withResponse: {
      get: () => (withResponse ??= forEachRoute((route) => (input?: AnyInput) => call(route, bearer, input))),
    },
  });
}

const forEachRoute = <T>(make: (route: string) => T) =>
  Object.fromEntries(Object.entries(ROUTES).map(([name, route]) => [name, make(route)]));

function bearerOf(token: ClientSettings['token'] | undefined) {
  if (typeof token === 'function') return token;
  if (typeof token !== 'string' || token === '') {
    throw new TypeError('token must be an API key, sk_live_…, or a function that returns a token.');
  }
  return () => token;
}

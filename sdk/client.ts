/** A client for the API with a function for every operation: `await client.createOrder({ body: { … } })`. */
import { type AnyInput, callRoute, type Fetch, type Options } from './calling.ts';
import { type Operations, ROUTES } from './operations.ts';

export { ApiError, type Options } from './calling.ts';

export type OperationName = keyof Operations;

export type Input<Name extends OperationName> = Operations[Name]['input'] & Options;
export type Answer<Name extends OperationName> = Operations[Name]['answer'];
/** The `data` of an operation's answer. */
export type Data<Name extends OperationName> = Answer<Name> extends { data: infer T } ? T : never;
/** One row of a list. */
export type Item<Name extends OperationName> = Data<Name> extends (infer T)[] ? T : never;

export type Client = {
  [Name in OperationName]: (
    ...input: object extends Operations[Name]['input'] ? [Input<Name>?] : [Input<Name>]
  ) => Promise<Answer<Name>>;
};

export function createClient(settings: {
  /** Such as https://api.example.com; in a page of the same server, leave it empty. */
  baseUrl: string;
  /** An API key, or a function that returns the current token. */
  token: string | (() => Promise<string | null>);
  fetch?: Fetch;
}): Client {
  const { baseUrl, token, fetch = globalThis.fetch } = settings;
  const call = async (route: string, input?: AnyInput) =>
    callRoute(fetch, baseUrl, route, typeof token === 'string' ? token : await token(), input);

  return Object.fromEntries(
    Object.entries(ROUTES).map(([name, route]) => [name, (input?: AnyInput) => call(route, input)]),
  ) as unknown as Client;
}

/** A function for every operation, and nothing else: what the pages of the dashboard carry. */
import { type AnyInput, type Bearer, createCaller, type Options, type Settings } from './calling.ts';
import { type Operations, ROUTES } from './operations.ts';

export type OperationName = keyof Operations;

export type Input<Name extends OperationName> = Operations[Name]['input'] & Options;
export type Answer<Name extends OperationName> = Operations[Name]['answer'];
/** The `data` of an operation's answer. */
export type Data<Name extends OperationName> = Answer<Name> extends { data: infer T } ? T : never;
/** One row of a list. */
export type Item<Name extends OperationName> = Data<Name> extends (infer T)[] ? T : never;

export type Arguments<Name extends OperationName> = object extends Operations[Name]['input']
  ? [Input<Name>?]
  : [Input<Name>];

export type Calls = { [Name in OperationName]: (...input: Arguments<Name>) => Promise<Answer<Name>> };

export type ClientSettings = Settings & {
  /** An API key, or a function that returns the current token; null for operations that need none. */
  token: string | Bearer;
};

export function createCalls(settings: ClientSettings): Calls {
  const bearer = bearerOf(settings.token);
  const call = createCaller(settings);
  return forEachRoute(
    (route) => async (input?: AnyInput) => (await call(route, bearer, input)).answer,
  ) as unknown as Calls;
}

export const forEachRoute = <T>(make: (route: string) => T) =>
  Object.fromEntries(Object.entries(ROUTES).map(([name, route]) => [name, make(route)]));

export function bearerOf(token: ClientSettings['token'] | undefined): Bearer {
  if (typeof token === 'function') return token;
  if (typeof token !== 'string' || token === '') {
    throw new TypeError('token must be an API key, sk_live_…, or a function that returns a token.');
  }
  return () => token;
}

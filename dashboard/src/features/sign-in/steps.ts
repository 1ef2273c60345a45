/**
 * The steps of a sign-in, without a framework: the page weighs a tenth of the dashboard. The dashboard shows the same steps over a
 * page whose session has ended.
 */
import './sign-in.css';
import { ApiError } from '../../../../sdk/errors.ts';
import { lastSignIn, noteSignIn } from '../../session/last-sign-in.ts';
import {
  type AlsoOpens,
  type SecondStep,
  type Session,
  secondStepOf,
  signIn,
  signInWith,
  signOutHere,
} from '../../session/session.ts';
import { element } from './element.ts';
import { form, run } from './form.ts';

export type Place = {
  root: HTMLElement;
  /** Signs in to this tenant alone. */
  tenant?: string;
  /** Shows the name of the step around it. */
  name?: (title: string, subtitle: string) => void;
  done: (session: Session) => unknown;
  /** Gets the token of an account whose password another person chose. */
  setPassword?: (token: string) => void;
};

const WAYS: Record<SecondStep['methods'][number], string> = {
  passkey: 'Use a passkey',
  totp: 'Use the authenticator app',
  recovery_code: 'Use a recovery code',
};

export function showSignIn(place: Place): void {
  let typed = { email: lastSignIn().email ?? '', password: '' };

  function show(title: string, subtitle: string, ...parts: (Node | string)[]): void {
    place.name?.(title, subtitle);
    place.root.replaceChildren(element('div', { className: 'sign-in' }, ...parts));
    const inputs = [...place.root.querySelectorAll('input')];
    const first = inputs.find(({ value }) => value === '') ?? place.root.querySelector('button');
    first?.focus();
  }

  /** Finishes the sign-in, or shows the step that must come first. */
  async function enter(signingIn: Promise<Session>): Promise<void> {
    try {
      const session = await signingIn;
      if (session.alsoOpens !== undefined && place.tenant === undefined) return showAccounts(session);
      await finish(session);
    } catch (error) {
      const second = secondStepOf(error);
      if (second !== null) return showSecondStep(second, second.methods[0]!);
      const mustSetPassword = error instanceof ApiError && error.code === 'password_change_required';
      if (!mustSetPassword || place.setPassword === undefined) throw error;
      place.setPassword((error.details as { token: string }).token);
    }
  }

  async function finish(session: Session): Promise<void> {
    noteSignIn({ email: typed.email, ...(place.tenant === undefined && { tenant: session.tenant.slug }) });
    await place.done(session);
  }

  function showCredentials(): void {
    const { email, password } = typed;
    show(
      'Sign in',
      'Welcome to Colonnade.',
      form(
        [
          { name: 'email', label: 'E-mail', type: 'email', autoComplete: 'username', value: email },
          {
            name: 'password',
            label: 'Password',
            type: 'password',
            autoComplete: 'current-password',
            value: password,
          },
        ],
        'Sign in',
        async (values) => {
          typed = { email: values.email!, password: values.password! };
          await enter(signIn(typed.email, typed.password, place.tenant));
        },
      ),
      forgotten(),
    );
  }

  function showSecondStep(step: SecondStep, way: SecondStep['methods'][number]): void {
    const { ticket, methods, alsoOpens = [] } = step;
    show(
      'One more step',
      'Your account has a second factor.',
      way === 'passkey' ? passkeyPart(step) : codePart(ticket, way),
      ...methods
        .filter((other) => other !== way)
        .map((other) => action('link', WAYS[other], async () => showSecondStep(step, other))),
      action('link', 'Begin again', async () => showCredentials()),
      ...accountsPart(alsoOpens, (name) => `Sign in to ${name} instead`, 'link'),
    );
  }

  const codePart = (ticket: string, way: 'totp' | 'recovery_code') =>
    form(
      [
        way === 'totp'
          ? {
              name: 'code',
              label: 'Code',
              hint: 'The six digits that your authenticator app shows.',
              inputMode: 'numeric',
              autoComplete: 'one-time-code',
            }
          : {
              name: 'recoveryCode',
              label: 'Recovery code',
              hint: 'One of your ten codes; each works once.',
              autoComplete: 'off',
            },
      ],
      'Go on',
      (values) => enter(signInWith(ticket, values)),
    );

  const passkeyPart = ({ ticket, passkey }: SecondStep) =>
    action('primary', 'Use your passkey', async () => {
      const { startAuthentication } = await import('@simplewebauthn/browser');
      const optionsJSON = passkey as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'];
      await enter(signInWith(ticket, { passkey: { ...(await startAuthentication({ optionsJSON })) } }));
    });

  /** Several accounts may have the same address and password. */
  function showAccounts(opened: Session): void {
    show(
      'Which account?',
      'Several accounts have this address and password.',
      action('plain', opened.tenant.name, async () => finish(opened)),
      ...accountsPart(opened.alsoOpens ?? [], (name) => name, 'plain', signOutHere),
    );
  }

  const accountsPart = (
    accounts: AlsoOpens,
    label: (name: string) => string,
    look: Look,
    before: () => Promise<void> = async () => {},
  ) =>
    accounts.map(({ name, slug }) =>
      action(look, label(name), async () => {
        await before();
        await enter(signIn(typed.email, typed.password, slug));
      }),
    );

  showCredentials();
}

/** Only true help: nobody can look a password up, and the program sends no e-mail. */
function forgotten(): HTMLElement {
  return element(
    'details',
    {},
    element('summary', {}, 'Forgot password?'),
    element(
      'p',
      { className: 'hint' },
      'Nobody can look it up. The operator of this server can give you a link that sets a new one, with the command ',
      element('code', {}, 'colonnade staff reset-password'),
      '. An admin of your tenant can also remove you under Staff and invite you again: the invitation sets a new password.',
    ),
  );
}

type Look = 'primary' | 'plain' | 'link';

function action(className: Look, label: string, act: () => Promise<unknown>): HTMLElement {
  const button = element('button', { type: 'button', className }, label);
  const problem = element('div');
  button.addEventListener('click', () => void run(button, problem, act));
  return element('div', {}, problem, button);
}

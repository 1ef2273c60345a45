/** Builds the routes from the list of screens: the sign-in is public, the shell and its screens need a session. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router';
import type { Screen } from '../session/screen.ts';
import { currentSession, resume } from '../session/session.ts';
import { WithDialogs } from './dialogs.tsx';
import { BrokenPage, NotFoundPage } from './error-pages.tsx';
import { SCREENS } from './screens.ts';
import { Shell } from './shell.tsx';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    screen?: Screen;
  }
}

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage });

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  beforeLoad: ({ location }) => leaveFor(location.href),
});

const chooseTenant = createRoute({
  getParentRoute: () => root,
  path: '/choose-tenant',
  beforeLoad: assertSignedIn,
  component: lazyRouteComponent(() => import('../features/account/choose-tenant.screen.tsx')),
});

const acceptInvitation = createRoute({
  getParentRoute: () => root,
  path: '/accept-invitation',
  // A session is optional: a visitor who is signed in may accept with that account.
  beforeLoad: async () => {
    if (currentSession() === null) await resume();
  },
  component: lazyRouteComponent(() => import('../features/account/accept-invitation.screen.tsx')),
});

const setPassword = createRoute({
  getParentRoute: () => root,
  path: '/set-password',
  component: lazyRouteComponent(() => import('../features/account/set-password.screen.tsx')),
});

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: assertSignedIn,
  component: Shell,
});

async function assertSignedIn({ location }: { location: { href: string } }): Promise<void> {
  if (currentSession() !== null || (await resume()) !== null) return;
  await leaveFor(
    location.href === '/' ? '/sign-in' : `/sign-in?${new URLSearchParams({ next: location.href })}`,
  );
}

/** The sign-in is a page of its own, which loads little. Waits until the browser has left. */
function leaveFor(address: string): Promise<never> {
  // The router may be there already, and a browser loads no page for the same address with a fragment.
  if (new URL(address, window.location.href).href === window.location.href) window.location.reload();
  else window.location.replace(address);
  return new Promise(() => {});
}

const routeOf = (screen: Screen) =>
  createRoute({
    getParentRoute: () => shell,
    path: screen.path,
    component: lazyRouteComponent(screen.load),
    staticData: { screen },
  });

export function createAppRouter() {
  const router = createRouter({
    routeTree: root.addChildren([
      signIn,
      chooseTenant,
      acceptInvitation,
      setPassword,
      shell.addChildren(SCREENS.map(routeOf)),
    ]),
    InnerWrap: WithDialogs,
    defaultErrorComponent: BrokenPage,
    defaultNotFoundComponent: NotFoundPage,
    defaultPreload: 'intent',
    scrollRestoration: true,
    // Search parameters are plain text, never JSON: 007 stays 007.
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: (search) => {
      const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
      return given.length === 0 ? '' : `?${new URLSearchParams(given as [string, string][])}`;
    },
  });
  // The files of the first screen arrive while the session is renewed.
  for (const { staticData } of router.matchRoutes(router.latestLocation)) void staticData.screen?.load();
  return router;
}

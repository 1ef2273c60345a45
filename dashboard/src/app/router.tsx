/** Builds the routes from the list of screens: the sign-in is public, the shell and its screens need a session. */
import { ModalsProvider } from '@mantine/modals';
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import type { Screen } from '../session/screen.ts';
import { currentSession, renew } from '../session/session.ts';
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
  component: lazyRouteComponent(() => import('../features/account/sign-in.screen.tsx')),
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
    if (currentSession() === null) await renew();
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
  if (currentSession() !== null || (await renew()) !== null) return;
  throw redirect({ to: '/sign-in', search: { next: location.href }, replace: true });
}

const routeOf = (screen: Screen) =>
  createRoute({
    getParentRoute: () => shell,
    path: screen.path,
    component: lazyRouteComponent(screen.load),
    staticData: { screen },
  });

export const createAppRouter = () =>
  createRouter({
    routeTree: root.addChildren([
      signIn,
      chooseTenant,
      acceptInvitation,
      setPassword,
      shell.addChildren(SCREENS.map(routeOf)),
    ]),
    // Inside the router, so that dialogs can use it.
    InnerWrap: ModalsProvider,
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

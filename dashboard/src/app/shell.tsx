import { Burger, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Outlet, useMatches, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { denialOf } from '../session/screen.ts';
import { useIsSessionOver, useSessionOrNull } from '../session/use-session.ts';
import { RestoredFrame } from '../ui/restored.tsx';
import { AccountMenu } from './account-menu.tsx';
import { releaseKeys } from './early-field.ts';
import { NotFoundPage } from './error-pages.tsx';
import { keepFocus } from './focus.ts';
import { Navigation } from './navigation.tsx';
import { Offline } from './offline.tsx';
import { PaletteButton, SearchButton, useWantsPalette } from './palette-button.tsx';
import classes from './shell.module.css';
import { TenantMenu } from './tenant-menu.tsx';
import { useShortcuts } from './use-shortcuts.ts';

// The first screen needs none of these, so they load later.
const Palette = lazy(() =>
  import('./palette.tsx').catch((error) => {
    releaseKeys();
    throw error;
  }),
);
const Refused = lazy(() => import('./refused.tsx'));
const SignInAgain = lazy(() => import('../features/account/sign-in-again.tsx'));

/** The frame of every screen: menu, tenant and header. */
export function Shell() {
  const session = useSessionOrNull();
  const isOver = useIsSessionOver();
  const [opened, menu] = useDisclosure();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const wantsPalette = useWantsPalette();
  useShortcuts(session);
  useEffect(keepFocus, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes when the path changes
  useEffect(menu.close, [path]);
  if (session === null) return null;
  return (
    <div className={classes.shell}>
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <header className={classes.header}>
        <Burger opened={opened} onClick={menu.toggle} size="sm" aria-label="Menu" aria-expanded={opened} />
        <bdi className={classes.tenantName}>{session.tenant.name}</bdi>
        <SearchButton />
      </header>
      <div className={classes.navbar} data-opened={opened || undefined}>
        <Group gap="xs" wrap="nowrap" p="sm" pb={4}>
          <Burger opened={opened} onClick={menu.toggle} size="sm" hiddenFrom="md" aria-label="Close menu" />
          <TenantMenu />
        </Group>
        <PaletteButton />
        <Navigation isOpened={opened} />
        <AccountMenu />
      </div>
      <main id="content" tabIndex={-1} className={classes.main}>
        <Offline />
        <div className={classes.content}>
          <RestoredFrame>
            <ScreenOrReason />
          </RestoredFrame>
        </div>
      </main>
      <Suspense>{wantsPalette && <Palette />}</Suspense>
      <Suspense>{isOver && <SignInAgain />}</Suspense>
    </div>
  );
}

function ScreenOrReason() {
  const session = useSessionOrNull();
  const screen = useMatches({ select: (matches) => matches.at(-1)?.staticData.screen });
  if (screen === undefined) return <NotFoundPage />;
  const obstacle = session && denialOf(screen, session);
  if (!obstacle) return <Outlet />;
  return (
    <Suspense>
      <Refused obstacle={obstacle} />
    </Suspense>
  );
}

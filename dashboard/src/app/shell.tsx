import { AppShell, Burger, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Outlet, useMatches, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { denialOf } from '../session/screen.ts';
import { useIsSessionOver, useSessionOrNull } from '../session/use-session.ts';
import { AccountMenu } from './account-menu.tsx';
import { NotFoundPage, Refused } from './error-pages.tsx';
import { Navigation } from './navigation.tsx';
import { PaletteButton, usePaletteKey } from './palette-button.tsx';
import classes from './shell.module.css';
import { TenantMenu } from './tenant-menu.tsx';

// The first screen needs neither, so they load later.
const Palette = lazy(() => import('./palette.tsx'));
const SignInAgain = lazy(() => import('../features/account/sign-in-again.tsx'));

/** The frame of every screen: menu, tenant and header. */
export function Shell() {
  const session = useSessionOrNull();
  const isOver = useIsSessionOver();
  const [opened, menu] = useDisclosure();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const wantsPalette = usePaletteKey();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes when the path changes
  useEffect(menu.close, [path]);
  if (session === null) return null;
  return (
    <AppShell
      layout="alt"
      header={{ height: { base: 56, sm: 0 } }}
      navbar={{ width: 244, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding={0}
    >
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <AppShell.Header hiddenFrom="sm" className={classes.header}>
        <Group h="100%" px="md" gap="sm" wrap="nowrap">
          <Burger opened={opened} onClick={menu.toggle} size="sm" aria-label="Menu" aria-expanded={opened} />
          <bdi className={classes.tenantName}>{session.tenant.name}</bdi>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar className={classes.navbar}>
        <Group gap="xs" wrap="nowrap" p="sm" pb={4}>
          <Burger opened={opened} onClick={menu.toggle} size="sm" hiddenFrom="sm" aria-label="Close menu" />
          <TenantMenu />
        </Group>
        <PaletteButton />
        <Navigation />
        <AccountMenu />
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1} className={classes.main}>
        <div className={classes.content}>
          <ScreenOrReason />
        </div>
      </AppShell.Main>
      <Suspense>{wantsPalette && <Palette />}</Suspense>
      <Suspense>{isOver && <SignInAgain />}</Suspense>
    </AppShell>
  );
}

function ScreenOrReason() {
  const session = useSessionOrNull();
  const screen = useMatches({ select: (matches) => matches.at(-1)?.staticData.screen });
  if (screen === undefined) return <NotFoundPage />;
  const obstacle = session && denialOf(screen, session);
  return obstacle ? <Refused obstacle={obstacle} /> : <Outlet />;
}

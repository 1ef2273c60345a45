import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { denialOf, type Screen, SECTIONS } from '../session/screen.ts';
import type { Session } from '../session/session.ts';
import { useSession } from '../session/use-session.ts';
import { SCREENS } from './screens.ts';
import classes from './shell.module.css';

export type MenuScreen = Screen & { menu: NonNullable<Screen['menu']> };

/** The screens of the menu for this session's role and the modules that are on. */
export const menuOf = (session: Session): MenuScreen[] =>
  SCREENS.filter(
    (screen): screen is MenuScreen => screen.menu !== undefined && denialOf(screen, session) === null,
  );

const isBelow = (path: string, parent: string): boolean => parent !== '/' && path.startsWith(`${parent}/`);

/** The entry of the screen that is shown: the one with the longest path above it, so that two never seem to be open. */
function currentOf(screens: MenuScreen[], pathname: string): string | undefined {
  const above = screens.filter(({ path }) => path === pathname || isBelow(pathname, path));
  return above.sort((a, b) => b.path.length - a.path.length)[0]?.path;
}

/** An entry whose path is below another entry's is shown while that part is open; the palette has it always. */
function shownOf(screens: MenuScreen[], pathname: string): (MenuScreen & { isChild: boolean })[] {
  return screens.flatMap((screen) => {
    const parent = screens.find(({ path }) => isBelow(screen.path, path))?.path;
    const isChild = parent !== undefined;
    return !isChild || pathname === parent || isBelow(pathname, parent) ? [{ ...screen, isChild }] : [];
  });
}

// The router would mark every entry above the screen.
const EXACT = { exact: true, includeSearch: false };
const NO_PROPS = {};

/** `isOpened`: on a phone, where the menu covers the page. */
export function Navigation({ isOpened }: { isOpened: boolean }) {
  const pathname = useLocation({ select: (location) => location.pathname });
  const screens = shownOf(menuOf(useSession()), pathname);
  const current = currentOf(screens, pathname);
  const nav = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another entry is current, or the menu is drawn
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [current, isOpened]);
  return (
    <nav aria-label="Main" className={classes.nav} ref={nav}>
      {SECTIONS.map((section) => {
        const inside = screens.filter((screen) => screen.menu.section === section);
        if (inside.length === 0) return null;
        return (
          <div key={section}>
            {section && (
              <h2 className={classes.section} id={`menu-${section}`}>
                {section}
              </h2>
            )}
            <ul className={classes.list} aria-labelledby={section ? `menu-${section}` : undefined}>
              {inside.map(({ path, title, menu, isChild }) => (
                <li key={path}>
                  <Link
                    to={path}
                    className={classes.link}
                    activeOptions={EXACT}
                    activeProps={NO_PROPS}
                    data-child={isChild || undefined}
                    data-active={path === current || undefined}
                    aria-current={path === current ? 'page' : undefined}
                  >
                    <menu.icon size={18} stroke={1.7} />
                    {title}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </nav>
  );
}

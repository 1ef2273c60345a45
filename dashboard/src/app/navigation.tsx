import { Link } from '@tanstack/react-router';
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

export function Navigation() {
  const screens = menuOf(useSession());
  return (
    <nav aria-label="Main" className={classes.nav}>
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
              {inside.map(({ path, title, menu }) => (
                <li key={path}>
                  <Link
                    to={path}
                    className={classes.link}
                    activeOptions={{ exact: path === '/', includeSearch: false }}
                    activeProps={{ 'data-active': true } as object}
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

/** The table of contents: every screen, in the order of the menu. A new feature adds its list here. */
import { accountScreens } from '../features/account/account.screens.ts';
import { homeScreens } from '../features/home/home.screens.ts';
import type { Screen } from './screen.ts';

export const SCREENS: Screen[] = [...homeScreens, ...accountScreens];

/** Runs before the dashboard: the session is renewed while the larger files arrive. */
import { resume } from '../session/session.ts';

// The router waits for the same promise, and shows the error.
if (location.pathname !== '/set-password') void resume().catch(() => {});

/** The page of the sign-in. It leads on to the dashboard, whose files it fetches while the password is typed. */
import '@fontsource-variable/inter/wght.css';
import './page.css';
import { createCalls } from '../../../../sdk/calls.ts';
import { safeNext } from '../../session/safe-next.ts';
import { accessToken } from '../../session/session.ts';
import { showSignIn } from './steps.ts';

const { pathname, search, hash } = location;
const asked = new URLSearchParams(search);
// The server shows this page at the address of any screen if the browser has no session.
const next = safeNext(pathname === '/sign-in' ? asked.get('next') : pathname + search);
const addressOf = (path: string) => (next === '/' ? path : `${path}?${new URLSearchParams({ next })}`);
// The fragment is the secret of an invitation. It goes on in memory, and not in the history of the browser.
if (pathname !== '/sign-in' || hash !== '') history.replaceState(null, '', addressOf('/sign-in'));

const part = (id: string) => document.getElementById(id)!;

showSignIn({
  root: part('root'),
  name: (title, subtitle) => {
    part('title').textContent = title;
    part('subtitle').textContent = asked.has('set') ? 'Your password is set: sign in with it.' : subtitle;
    document.title = `${title} · Colonnade`;
  },
  done: async () => {
    const { data } = await createCalls({ baseUrl: '', token: accessToken }).listAuthTenants();
    // Choosing a tenant loads the page again, which would lose the secret of a pending invitation in the fragment.
    const isInvited = next === '/accept-invitation';
    location.replace(data.length > 1 && !isInvited ? addressOf('/choose-tenant') : next + hash);
    // The button stays busy until the browser has left.
    await new Promise(() => {});
  },
  setPassword: (token) => location.assign(`/set-password#${token}`),
});

/** The kit of the dashboard stores the chosen scheme under this name. */
const dark = matchMedia('(prefers-color-scheme: dark)');
function applyScheme(): void {
  const chosen = localStorage.getItem('mantine-color-scheme-value');
  const own = dark.matches ? 'dark' : 'light';
  document.documentElement.dataset.mantineColorScheme =
    chosen === 'light' || chosen === 'dark' ? chosen : own;
}
dark.addEventListener('change', applyScheme);
applyScheme();

part('root').addEventListener('input', fetchDashboard, { once: true });

/** Fills the browser's cache. The build writes the names of the files into the page. */
function fetchDashboard(): void {
  const files = document.querySelector<HTMLMetaElement>('meta[name=dashboard]')?.content.split(' ') ?? [];
  for (const file of files) void fetch(file, { priority: 'low' }).catch(() => {});
}

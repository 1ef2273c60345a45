/** `open`: a page of the server in the browser. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Env } from '#kernel/setting.ts';
import { UsageError } from '../failures.ts';
import { print } from '../output.ts';

/** A path that ends with a slash, and is not the whole, takes an id. */
export const PAGES: Record<string, string> = {
  dashboard: '/',
  docs: '/docs',
  shop: '/shop/',
  order: '/orders/',
  customer: '/customers/',
  product: '/products/',
  subscription: '/webhooks/',
  delivery: '/webhooks/deliveries/',
  event: '/webhooks/events/',
  request: '/developers/requests/',
};
const WITHOUT_ID = ['dashboard', 'docs', 'shop'];

export async function openPage(
  page: string,
  id: string | undefined,
  base: string,
  options: { json?: boolean; print?: boolean },
  env: Env,
): Promise<void> {
  const takesId = !WITHOUT_ID.includes(page);
  if (takesId && id === undefined) throw new UsageError(`open ${page} takes its id: open ${page} ID`);
  if (!takesId && id !== undefined) throw new UsageError(`open ${page} takes no id.`);
  const url = base.replace(/\/+$/, '') + PAGES[page] + encodeURIComponent(id ?? '');
  const opened = !options.print && (await openInBrowser(url, env));
  print(options, { url, opened }, opened ? `Opened ${url}` : url);
}

/** Without a browser, as on a server, the address is printed alone. */
async function openInBrowser(url: string, env: Env): Promise<boolean> {
  const command = browserOf(env);
  if (command === null) return false;
  const [program, ...words] = command;
  try {
    const child = spawn(program!, [...words, url], { detached: true, stdio: 'ignore' });
    await once(child, 'spawn');
    child.unref();
    return true;
  } catch {
    return false;
  }
}

function browserOf({ BROWSER, DISPLAY, WAYLAND_DISPLAY }: Env): string[] | null {
  if (BROWSER) return BROWSER.split(' ').filter((word) => word !== '' && word !== '%s');
  if (process.platform === 'darwin') return ['open'];
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return DISPLAY || WAYLAND_DISPLAY ? ['xdg-open'] : null;
}

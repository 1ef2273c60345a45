/** The owner of the tenant, signed in, with a Chromium whose processor and network can be slowed. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { launchChromium, prepareChromium } from '../../e2e/chromium.ts';

/** The account that seeds give to their tenants. */
const OWNER = { email: 'owner@bench.example', password: 'a password for benches' };
const SIZE = { width: 1280, height: 800 };
const PROBE = join(import.meta.dirname, 'probe.js');

/** The machine as it is; with a processor four times slower; over the 4G of the review: 60 ms and 9 Mbit/s. */
export type Speed = 'as is' | 'CPU 4x' | '4G';
const CPU_RATE = 4;
const BITS = 8;
const FOUR_G = {
  offline: false,
  latency: 60,
  downloadThroughput: 9_000_000 / BITS,
  uploadThroughput: 4_000_000 / BITS,
};

// biome-ignore lint/suspicious/noExplicitAny: a bench knows what it asks for; a type would say it twice
export type Api = (method: string, path: string, body?: object) => Promise<any>;

export type Window = {
  page: Page;
  cdp: CDPSession;
  /** Resolves when no request has been under way for a moment. */
  idle(): Promise<void>;
  close(): Promise<void>;
};

export class Visitor {
  readonly api: Api;
  readonly #browser: Browser;
  readonly #url: string;
  /** A refresh replaces them, so each window leaves them to the next one. */
  #cookies: Cookie[];

  private constructor(browser: Browser, url: string, cookies: Cookie[], api: Api) {
    [this.#browser, this.#url, this.#cookies, this.api] = [browser, url, cookies, api];
  }

  static async signIn(port: number): Promise<Visitor> {
    await prepareChromium(console.log);
    const browser = await launchChromium();
    const url = `http://127.0.0.1:${port}`;
    const page = await browser.newPage();
    const userAgent = await page.evaluate<string>('navigator.userAgent');
    await page.close();
    const answer = await fetch(`${url}/v1/auth/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': userAgent },
      body: JSON.stringify(OWNER),
    });
    const { data } = (await answer.json()) as { data: { accessToken: string } };
    const cookies = answer.headers.getSetCookie().map((text) => {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(text)!;
      return { name: name!, value: value! };
    });
    const api: Api = async (method, path, body) => {
      const headers = { authorization: `Bearer ${data.accessToken}`, 'content-type': 'application/json' };
      const answered = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) });
      const text = await answered.text();
      if (!answered.ok) throw new Error(`${method} ${path}: ${text}`);
      return JSON.parse(text).data;
    };
    return new Visitor(browser, url, cookies, api);
  }

  /** A window with an empty cache, on no page yet. Only one is open at a time. */
  async open(speed: Speed = 'as is', isSignedIn = true): Promise<Window> {
    const context = await this.#browser.newContext({ baseURL: this.#url, viewport: SIZE });
    await context.addInitScript({ path: PROBE });
    if (isSignedIn)
      await context.addCookies(this.#cookies.map((cookie) => ({ ...cookie, ...this.#scope() })));
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    await slow(cdp, speed);
    return {
      page,
      cdp,
      idle: watchRequests(page),
      close: async () => {
        if (isSignedIn) {
          this.#cookies = (await context.cookies(this.#scope().url)).map(({ name, value }) => ({
            name,
            value,
          }));
        }
        await context.close();
      },
    };
  }

  close = () => this.#browser.close();

  #scope() {
    const url = this.#url.replace('http:', 'https:').replace(/:\d+$/, '');
    return { url, httpOnly: true, secure: true, sameSite: 'Strict' as const };
  }
}

const QUIET_MS = 300;

/** The load state of Playwright is that of the document, and a change of screen loads none. */
function watchRequests(page: Page): () => Promise<void> {
  let underWay = 0;
  let quietSince = performance.now();
  page.on('request', () => underWay++);
  const end = () => {
    underWay--;
    quietSince = performance.now();
  };
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return async () => {
    const asked = performance.now();
    while (underWay > 0 || performance.now() - Math.max(asked, quietSince) < QUIET_MS) await sleep(20);
  };
}

type Cookie = { name: string; value: string };

export async function slow(cdp: CDPSession, speed: Speed): Promise<void> {
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: speed === 'CPU 4x' ? CPU_RATE : 1 });
  if (speed !== '4G') return;
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', FOUR_G);
}

import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { type Addresses, type AddressPolicy, isAllowedAddress, isAllowedOverPlainHttp } from './address.ts';
import { AnswerTooLong, codeOf, SendError } from './failures.ts';
import { tunnel } from './proxy.ts';
import type { Resolve } from './resolve.ts';

/** Facts about one connection, filled in while it is made. Each duration covers only its phase. */
export type Trace = {
  address: string | null;
  dnsMs?: number;
  connectMs?: number;
  tlsMs?: number;
  phase: 'dns' | 'connect' | 'tls' | 'open';
  requests: number;
  /** The socket is destroyed after this many bytes on the wire; each request raises the limit. */
  byteLimit: number;
  bytesRead: () => number;
};

export type Target = { protocol: string; hostname: string; port: string };
export type Dial = (target: Target, trace: Trace, signal: AbortSignal, tenantId: string) => Promise<Socket>;

export const newTrace = (): Trace => ({
  address: null,
  phase: 'dns',
  requests: 0,
  byteLimit: Number.POSITIVE_INFINITY,
  bytesRead: () => 0,
});

/** Checks the addresses that are actually dialled, whatever was checked before. */
export function createDial(policy: AddressPolicy, resolve: Resolve, proxy: URL | null = null): Dial {
  const resolveOnce = sharing(resolve);

  return async function dial(target, trace, signal, tenantId) {
    const isAllowed = target.protocol === 'https:' ? isAllowedAddress : isAllowedOverPlainHttp;
    const startedAt = performance.now();
    const addresses = await addressesOf(target.hostname, tenantId, resolveOnce);
    trace.dnsMs = performance.now() - startedAt;
    signal.throwIfAborted();
    // One rejected address rejects the name: a mix of public and internal addresses indicates an attack.
    if (!addresses.every(({ address }) => isAllowed(address, policy))) throw new SendError('address_refused');
    if (proxy !== null) return connectThrough(proxy, target, addresses[0]!.address, trace, signal);
    return connect(target, addresses, trace, signal, (address) => isAllowed(address, policy));
  };
}

/**
 * One look-up serves all deliveries of a tenant that wait for a name. A failure is kept for a moment: a dead name with many
 * deliveries would be asked for again by each.
 */
function sharing(resolve: Resolve): Resolve {
  const running = new Map<string, Promise<Addresses>>();
  return (hostname, tenantId) => {
    const key = `${tenantId} ${hostname}`;
    const known = running.get(key);
    if (known) return known;
    const forget = () => running.delete(key);
    const promise = resolve(hostname, tenantId);
    running.set(key, promise);
    promise.then(forget, () => setTimeout(forget, FAILURE_KEPT_MS).unref());
    return promise;
  };
}

const FAILURE_KEPT_MS = 2_000;
const NOT_IN_TIME = new Set(['ETIMEOUT', 'ECANCELLED']);

async function addressesOf(hostname: string, tenantId: string, resolve: Resolve): Promise<Addresses> {
  const family = isIP(hostname);
  if (family !== 0) return [{ address: hostname, family }];
  const addresses = await resolve(hostname, tenantId).catch((error: unknown) => {
    const code = codeOf(error);
    throw NOT_IN_TIME.has(code) ? new SendError('timeout', 'dns') : new SendError('dns', code);
  });
  if (addresses.length === 0) throw new SendError('dns');
  return addresses;
}

function connect(
  target: Target,
  addresses: Addresses,
  trace: Trace,
  signal: AbortSignal,
  isAllowed: (address: string) => boolean,
): Promise<Socket> {
  const secure = target.protocol === 'https:';
  const options = {
    host: target.hostname,
    port: portOf(target),
    // The name is never resolved again: the socket gets exactly the addresses that were checked.
    lookup: (_name: string, _options: object, done: (error: null, all: Addresses) => void) =>
      process.nextTick(done, null, addresses),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: 1000,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: 60_000,
  };
  trace.phase = 'connect';
  const startedAt = performance.now();
  const socket = secure ? connectTls({ ...options, ...tlsOptions(target) }) : connectPlain(options);
  trace.bytesRead = () => socket.bytesRead;

  return new Promise((resolve, reject) => {
    const stop = () => socket.destroy(new SendError('timeout', trace.phase));
    signal.addEventListener('abort', stop, { once: true });
    const opened = () => {
      trace.phase = 'open';
      signal.removeEventListener('abort', stop);
      resolve(socket);
    };
    socket
      .on('connectionAttempt', (address: string) => {
        trace.address = address;
      })
      .once('connect', () => {
        trace.connectMs = performance.now() - startedAt;
        trace.address = socket.remoteAddress ?? trace.address;
        if (socket.remoteAddress !== undefined && !isAllowed(socket.remoteAddress)) {
          socket.destroy(new SendError('address_refused'));
        } else if (secure) trace.phase = 'tls';
        else opened();
      })
      .once('secureConnect', () => {
        trace.tlsMs = performance.now() - startedAt - trace.connectMs!;
        opened();
      })
      // The listener stays for the socket's whole life, so that a late error never ends the process as unhandled.
      .on('error', (error) => {
        signal.removeEventListener('abort', stop);
        const failure = trace.phase === 'tls' ? 'tls' : 'connect';
        reject(error instanceof SendError ? error : new SendError(failure, codeOf(error)));
      })
      .on('readable', () => limitBytes(socket, trace));
  });
}

const portOf = ({ port, protocol }: Target): number => Number(port) || (protocol === 'https:' ? 443 : 80);

/** SNI allows neither IP addresses nor the trailing dot of a fully qualified name. */
const tlsOptions = ({ hostname }: Target) => ({
  servername: isIP(hostname) ? '' : hostname.replace(/\.$/, ''),
  ALPNProtocols: ['http/1.1'],
  rejectUnauthorized: true,
});

/** undici counts only body bytes; endless headers, chunk extensions and 1xx answers are counted here. */
function limitBytes(socket: Socket, trace: Trace): void {
  if (socket.bytesRead > trace.byteLimit) socket.destroy(new AnswerTooLong());
}

async function connectThrough(
  proxy: URL,
  target: Target,
  address: string,
  trace: Trace,
  signal: AbortSignal,
): Promise<Socket> {
  trace.phase = 'connect';
  trace.address = address;
  const startedAt = performance.now();
  const tunnelled = await tunnel(proxy, address, portOf(target), signal);
  trace.connectMs = performance.now() - startedAt;
  const socket = target.protocol === 'https:' ? await secured(tunnelled, target, trace, signal) : tunnelled;
  trace.phase = 'open';
  trace.bytesRead = () => socket.bytesRead;
  return socket.on('error', nothing).on('readable', () => limitBytes(socket, trace));
}

function secured(tunnelled: Socket, target: Target, trace: Trace, signal: AbortSignal): Promise<Socket> {
  trace.phase = 'tls';
  const startedAt = performance.now();
  const socket = connectTls({ socket: tunnelled, ...tlsOptions(target) });
  return new Promise((resolve, reject) => {
    const stop = () => socket.destroy(new SendError('timeout', trace.phase));
    signal.addEventListener('abort', stop, { once: true });
    socket
      .once('secureConnect', () => {
        trace.tlsMs = performance.now() - startedAt;
        signal.removeEventListener('abort', stop);
        resolve(socket);
      })
      .on('error', (error) => {
        signal.removeEventListener('abort', stop);
        reject(error instanceof SendError ? error : new SendError('tls', codeOf(error)));
      });
    tunnelled.on('error', nothing);
  });
}

const nothing = () => {};

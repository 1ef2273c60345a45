/**
 * Connects to the primary of several PostgreSQL servers. Each connection tries the hosts of its address in turn; a host that is
 * away, silent, a standby or a former primary leads to the next.
 */
import { EventEmitter } from 'node:events';
import { Socket } from 'node:net';
import pg from 'pg';
import { type Host, hostListOf, parseHostList, withFirstHost } from '#kernel/db/host-list.ts';

/** Less than the five seconds of pg and its pools, so that the search ends by itself, and its error names every host. */
const SEARCH_MS = 4_500;
const SILENCE_MS = 30_000;

/** The name of a WAL file begins with the timeline. Each promotion starts a new one, so a former primary has a lower one. */
const TIMELINE = 'select left(pg_walfile_name(pg_current_wal_lsn()), 8)';

const READ_ONLY = '25006';
const UNABLE_TO_CONNECT = '08001';

type Servers = {
  /** The host that worked last comes first. */
  hosts: Host[];
  silentSince: Map<Host, number>;
  /** The highest timeline that this process has seen. */
  timeline: number;
  opened: Set<PrimaryConnection>;
};

/** By their list of hosts: all connections of this process to the same hosts follow the same primary. */
const known = new Map<string, Servers>();

function serversOf(list: string): Servers {
  const hosts = parseHostList(list) ?? [];
  const servers = known.get(list) ?? { hosts, silentSince: new Map(), timeline: 0, opened: new Set() };
  known.set(list, servers);
  return servers;
}

/** The address and the class of a client, for `new Client` or a pool; an address of one host gets those of pg itself. */
export function toPrimary(address: string): { connectionString: string; Client: typeof pg.Client } {
  const list = hostListOf(address);
  if (!list.includes(',')) return { connectionString: address, Client: pg.Client };
  const servers = serversOf(list);
  class PrimaryClient extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super(config);
      const { ssl, sslNegotiation } = this as unknown as Record<string, unknown>;
      const connection = new PrimaryConnection(servers, {
        ssl,
        sslNegotiation,
        keepAlive: config?.keepAlive,
      });
      Object.assign(this, { connection });
    }
  }
  return { connectionString: withFirstHost(address), Client: PrimaryClient };
}

/** The parts of pg's Connection that its types do not describe. */
type Wire = EventEmitter & {
  stream: Socket;
  _ending: boolean;
  connect(port: number, host: string): void;
  query(text: string): void;
};
type Message = { message: string; parameterName: string; parameterValue: string; fields: string[] };
const PgConnection = pg.Connection as unknown as new (config: object) => Wire;

/** Hides its search from the client, which sees one connection that takes a little longer to open, or one error. */
class PrimaryConnection extends PgConnection {
  private readonly servers: Servers;
  private host!: Host;
  /** The socket below TLS; without TLS it is the stream itself. */
  private socket!: Socket;
  private timer: NodeJS.Timeout | undefined;
  private endsAt = 0;
  private untried: Host[] = [];
  private failures: string[] = [];
  /**
   * A search of a process without an open connection asks every host: it may have missed a promotion, and the former primary may be
   * back, and first. Null: the first host that suits is enough.
   */
  private candidates: { host: Host; timeline: number }[] | null = null;
  private isStandby = false;
  private timeline: number | null = null;

  constructor(servers: Servers, config: object) {
    super(config);
    this.servers = servers;
  }

  override connect(): void {
    this.endsAt = performance.now() + SEARCH_MS;
    this.untried = this.servers.hosts.toSorted((a, b) => Number(this.isSilent(a)) - Number(this.isSilent(b)));
    if (this.servers.opened.size === 0) this.candidates = [];
    this.tryNext();
  }

  /** A host that did not answer costs the most time, so it comes last, and not at all while there is another. */
  private isSilent(host: Host): boolean {
    return performance.now() - (this.servers.silentSince.get(host) ?? Number.NEGATIVE_INFINITY) < SILENCE_MS;
  }

  private tryNext(): void {
    const host = this.untried.shift() ?? this.bestCandidate();
    if (host === undefined) return void this.fail();
    this.host = host;
    this.socket = new Socket();
    this.stream = this.socket;
    this.isStandby = false;
    this.timeline = null;
    // An equal share of the time that is left, for each host and for the return to a candidate.
    const share = (this.endsAt - performance.now()) / (this.untried.length + (this.candidates ? 2 : 1));
    this.timer = setTimeout(() => {
      // The client ended its connection during the search.
      if (this._ending) return void this.stream.destroy();
      this.servers.silentSince.set(host, performance.now());
      this.leave('does not answer');
    }, share).unref();
    super.connect(host.port, host.name);
  }

  private bestCandidate(): Host | undefined {
    const [best] = (this.candidates ?? []).sort((a, b) => b.timeline - a.timeline);
    this.candidates = null;
    this.servers.timeline = Math.max(this.servers.timeline, best?.timeline ?? 0);
    return best?.host;
  }

  private leave(reason?: string): void {
    clearTimeout(this.timer);
    if (reason !== undefined) this.failures.push(`${this.host.text} (${reason})`);
    for (const socket of [this.stream, this.socket]) {
      socket.removeAllListeners().on('error', () => {});
      socket.destroy();
    }
    this.tryNext();
  }

  private fail(): void {
    this.emit = EventEmitter.prototype.emit;
    const message = `no host is a primary that answers: ${this.failures.join(', ')}`;
    this.emit('error', Object.assign(new Error(message), { code: UNABLE_TO_CONNECT }));
    process.nextTick(() => this.emit('end'));
  }

  /** The messages of a search, which the client must not see. */
  private readonly handlers: Record<string, (message: Message) => void> = {
    error: (error) => this.leave(reasonOf(error)),
    end: () => this.leave('closes the connection'),
    // A server that refuses to name its timeline is still a primary.
    errorMessage: ({ message }) => (this.timeline === null ? this.leave(message) : undefined),
    parameterStatus: (status) => {
      this.isStandby ||= isOfStandby(status);
    },
    rowDescription: () => {},
    dataRow: ({ fields }) => {
      this.timeline = Number.parseInt(fields[0]!, 16);
    },
    commandComplete: () => {},
    readyForQuery: (message) => this.judge(message),
  };

  override emit(event: string | symbol, ...args: unknown[]): boolean {
    const handle = this._ending ? undefined : this.handlers[String(event)];
    if (handle === undefined) return super.emit(event, ...args);
    handle(args[0] as Message);
    return true;
  }

  private judge(readyForQuery: Message): void {
    const { servers, host, timeline } = this;
    if (this.isStandby) this.leave('a standby');
    else if (timeline === null) {
      this.timeline = 1;
      this.query(TIMELINE);
    } else if (timeline < servers.timeline) {
      this.leave(`a former primary, on timeline ${timeline} of ${servers.timeline}`);
    } else if (this.candidates !== null) {
      this.candidates.push({ host, timeline });
      this.untried = this.untried.filter((each) => !this.isSilent(each));
      this.leave();
    } else this.open(timeline, readyForQuery);
  }

  private open(timeline: number, readyForQuery: Message): void {
    const { servers, host } = this;
    clearTimeout(this.timer);
    servers.timeline = timeline;
    for (const other of servers.opened) if (other.timeline! < timeline) other.stream.destroy();
    servers.hosts = [host, ...servers.hosts.filter((each) => each !== host)];
    servers.silentSince.delete(host);
    servers.opened.add(this);
    this.emit = EventEmitter.prototype.emit;
    this.emit('readyForQuery', readyForQuery);
    this.once('end', () => servers.opened.delete(this));
    // A server that no longer takes writes is left; the pool opens another connection.
    this.on('errorMessage', ({ code }) => (code === READ_ONLY ? this.stream.destroy() : undefined));
    this.on('parameterStatus', (status) => (isOfStandby(status) ? this.stream.destroy() : undefined));
  }
}

const isOfStandby = ({ parameterName, parameterValue }: Message) =>
  parameterName === 'in_hot_standby' && parameterValue === 'on';

/** A name with several addresses fails with one error for each. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return (error as Error).message || String((error as NodeJS.ErrnoException).code);
}

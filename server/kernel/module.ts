/** The interface of a business module: its routes, its event consumers, and its background work. */
import type { ModuleName } from '#kernel/auth/actor.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Config } from '#kernel/config.ts';
import type { Db } from '#kernel/db/db.ts';
import type { SharedTables } from '#kernel/db/inspect.ts';
import type { EventDefinitions, EventType } from '#kernel/events/catalogue.ts';
import type { Consumer } from '#kernel/events/dispatcher.ts';
import type { App } from '#kernel/http/app.ts';
import type { Logger } from '#kernel/log.ts';
import type { Metrics } from '#kernel/metrics.ts';
import type { Secrets } from '#kernel/secrets.ts';
import type { CountedTable, CountUsage } from '#kernel/usage.ts';
import type { ReadBacklog } from '#kernel/work/backlog.ts';
import type { OnHold } from '#kernel/work/holds.ts';
import type { Loop } from '#kernel/work/loop.ts';
import type { Poller } from '#kernel/work/poller.ts';
import type { RowChange } from '#kernel/work/row-changes.ts';

/** The facts about a module that the kernel reads before the module is set up: for `boot`, `doctor`, health and quotas. */
export type ModuleFacts = {
  tables?: SharedTables;
  backlog?: ReadBacklog;
  /** The tables of a tenant that quotas count. */
  counted?: CountedTable[];
  countUsage?: CountUsage;
  /** Tables whose rows mean nothing on another server, such as leases: a backup leaves them out. */
  leftOut?: string[];
};

/**
 * The dependencies of every module. Time is an argument, so tests can move it: relative to the database's time. A module sees the
 * settings of the kernel in `config`; its own settings are a separate argument.
 */
export type Kernel<Settings extends Config = Config> = {
  config: Settings;
  db: Db;
  clock: Clock;
  log: Logger;
  metrics: Metrics;
  secrets: Secrets;
  facts: ModuleFacts[];
  poller: Poller;
  /** Called with every hold of the event loop, for tests. */
  onHold?: OnHold;
};

export type Module = {
  name: string;
  /** With a gate, the module's routes answer `module_disabled` to tenants that have not switched it on. */
  gate?: ModuleName;
  /** The event types this module publishes, described for the catalogue. */
  events?: EventDefinitions;
  routes(app: App, catalogue: EventType[]): void;
  consumers?: Consumer[];
  /** Changes of rows that migrations of this module have announced. */
  rowChanges?: RowChange[];
  /** Started in processes that do background work. */
  startWork?(): Loop[];
};

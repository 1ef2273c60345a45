/** The supervisor's side of siblings.ts: passes each process what the others count, and collects their reports. */
import type { Worker } from 'node:cluster';
import { type Change, Outbox } from '#kernel/siblings/outbox.ts';
import type { FromSupervisor, ToSupervisor } from '#kernel/siblings/siblings.ts';

/** A process that does not answer in time is left out of the reports. */
const REPORT_MS = 1_000;

/** `held`: what the process holds of each count. */
type Member = { worker: Worker; outbox: Outbox; held: Map<string, Change>; isReady: boolean };
type Collection = { missing: Set<Member>; reports: unknown[]; end(): void };

export class Exchange {
  readonly #members = new Set<Member>();
  readonly #collections = new Map<number, Collection>();
  #latest = 0;

  join(worker: Worker): void {
    // A process that starts has no counts yet, and would ignore their changes: they are sent together when it is ready.
    const outbox = new Outbox((changes, sent) => send(worker, { type: 'counted', changes }, sent)).close();
    const member = { worker, outbox, held: new Map(), isReady: false };
    for (const { held } of this.#members) for (const change of held.values()) outbox.add(change);
    this.#members.add(member);
    worker.on('message', (message: ToSupervisor) => this.#receive(member, message));
    worker.once('exit', () => this.#leave(member));
  }

  #receive(member: Member, message: ToSupervisor): void {
    switch (message.type) {
      case 'ready':
        member.isReady = true;
        member.outbox.open();
        break;
      case 'counted':
        this.#count(member, message.changes);
        break;
      case 'collect':
        this.#collect(member, message.id);
        break;
      case 'reported': {
        const collection = this.#collections.get(message.id);
        if (collection?.missing.delete(member)) collection.reports.push(message.report);
        if (collection?.missing.size === 0) collection.end();
      }
    }
  }

  #count(from: Member, changes: Change[]): void {
    for (const change of changes) {
      for (const member of this.#members) if (member !== from) member.outbox.add(change);
      if (change.kind === 'held') hold(from.held, change);
    }
  }

  #leave(member: Member): void {
    this.#members.delete(member);
    this.#count(
      member,
      [...member.held.values()].map((change) => ({ ...change, by: -change.by })),
    );
    for (const { missing, end } of this.#collections.values()) {
      if (missing.delete(member) && missing.size === 0) end();
    }
  }

  #collect(asking: Member, id: number): void {
    this.#latest += 1;
    const own = this.#latest;
    const timer = setTimeout(() => collection.end(), REPORT_MS);
    const collection: Collection = {
      // A process that starts has no report yet, and may be too busy to answer.
      missing: new Set([...this.#members].filter((member) => member !== asking && member.isReady)),
      reports: [],
      end: () => {
        clearTimeout(timer);
        this.#collections.delete(own);
        send(asking.worker, { type: 'collected', id, reports: collection.reports });
      },
    };
    this.#collections.set(own, collection);
    for (const { worker } of collection.missing) send(worker, { type: 'report', id: own });
    if (collection.missing.size === 0) collection.end();
  }
}

function send(worker: Worker, message: FromSupervisor, sent: () => void = () => {}): void {
  if (worker.isConnected()) worker.send(message, sent);
}

function hold(held: Map<string, Change>, change: Change): void {
  const name = `${change.count} ${change.key}`;
  const by = (held.get(name)?.by ?? 0) + change.by;
  if (by === 0) held.delete(name);
  else held.set(name, { ...change, by });
}

/**
 * Which entry or asset of a tenant stands for which id of a file. It is a file beside the export, with a line for each, so that a second
 * import goes on, or updates what the first one made.
 */
import { closeSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { cannot } from '../../files.ts';
import type { Place } from './lines.ts';

/** A creation that was sent, and whose answer may have been lost. */
export type Pending = { id: string; key: string; body: unknown; at: number };

/** A server forgets an Idempotency-Key after 24 hours; an hour is for clocks that differ. */
const KEPT_MS = 23 * 3_600_000;

export class Journal {
  readonly path: string;
  readonly #isDry: boolean;
  readonly #known = new Map<string, string>();
  /** How often an id has been given an entry: it gets another one when that was deleted. */
  readonly #times = new Map<string, number>();
  #file: number | null = null;

  /** A dry run writes nothing. */
  constructor({ file }: Place, tenantId: string, isDry: boolean) {
    this.path = `${file}.ids-${tenantId}`;
    this.#isDry = isDry;
    for (const text of readIfThere(this.path).split('\n')) {
      const { id, to } = parse(text) as { id?: string; to?: string };
      if (id !== undefined && to !== undefined) this.#know(id, to);
    }
  }

  to(id: string): string | undefined {
    return this.#known.get(id);
  }

  /** The ids of the file by those that stand for them: an export into the same place has the ids that the file had. */
  back(): Map<string, string> {
    return new Map([...this.#known].map(([id, to]) => [to, id]));
  }

  /** A key of its own for each entry that an id is given. */
  keyOf(id: string): string {
    return `content-import-${id}-${this.#times.get(id) ?? 0}`;
  }

  /** Written at once: the process may be killed before the next line. */
  note(id: string, to: string): void {
    this.#know(id, to);
    if (this.#isDry) return;
    try {
      // A line that a killed process left half is ended.
      if (this.#file === null) {
        const isHalf = /[^\n]$/.test(readIfThere(this.path));
        this.#file = openSync(this.path, 'a', 0o600);
        if (isHalf) writeSync(this.#file, '\n');
      }
      writeSync(this.#file, `${JSON.stringify({ id, to })}\n`);
    } catch (error) {
      throw cannot('be written', this.path, error);
    }
  }

  /** The entry or asset of this id is gone from the target. */
  forget(id: string): void {
    this.#known.delete(id);
  }

  /** The creation during which the last run ended; `isOld`: the server no longer knows whether it was done. */
  pending(): (Pending & { isOld: boolean }) | null {
    const found = parse(readIfThere(this.#pendingPath)) as Partial<Pending>;
    if (found.id === undefined || this.#known.has(found.id)) return null;
    return { ...(found as Pending), isOld: Date.now() - found.at! > KEPT_MS };
  }

  expect(pending: Omit<Pending, 'at'>): void {
    try {
      writeFileSync(this.#pendingPath, JSON.stringify({ ...pending, at: Date.now() }), { mode: 0o600 });
    } catch (error) {
      throw cannot('be written', this.#pendingPath, error);
    }
  }

  settled(): void {
    rmSync(this.#pendingPath, { force: true });
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }

  get #pendingPath(): string {
    return `${this.path}.pending`;
  }

  #know(id: string, to: string): void {
    this.#known.set(id, to);
    this.#times.set(id, (this.#times.get(id) ?? 0) + 1);
  }
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw cannot('be read', path, error);
  }
}

/** The last line of a killed process may be a part of one. */
function parse(text: string): object {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

/** Counts from a file: each row is checked, items that are not there yet are created, and the good rows are written in one transaction. */
import { createHash } from 'node:crypto';
import { type Static, Type } from 'typebox';
import type { Actor } from '#kernel/auth/actor.ts';
import type { Tx } from '#kernel/db/db.ts';
import { AppError, badRequest, type Problem } from '#kernel/errors.ts';
import { Unreadable } from '#kernel/files/rows.ts';
import type { FileFormat } from '#kernel/http/body/import-upload.ts';
import { compileCheck } from '#kernel/http/body/validation.ts';
import type { AssertRoom } from '#kernel/usage.ts';
import { Slices } from '#kernel/work/slices.ts';
import { MAX_UNITS, NewSku } from '../fields.ts';
import { findItemIds } from '../items/items.sql.ts';
import { addItems, newItem } from '../items/items.ts';
import { findLocationCodes, holdLocations } from '../locations/locations.sql.ts';
import { ensureLevels, findFirstLocation, lockPlaces } from '../movements/levels.sql.ts';
import type { Move } from '../movements/movements.sql.ts';
import { moveStock } from '../movements/movements.ts';
import { readCandidates } from './rows.ts';

/** Its levels are locked until all rows are written: about a second. */
export const MAX_ROWS = 10_000;
export const MAX_ERRORS = 1_000;
const ROWS_PER_STATEMENT = 500;

const CountRow = Type.Object({
  sku: NewSku,
  location: Type.Optional(Type.String({ minLength: 1, maxLength: 50 })),
  count: Type.Integer({ minimum: 0, maximum: MAX_UNITS }),
});
const check = compileCheck(CountRow);

type Row = Static<typeof CountRow> & { row: number };
export type RowError = { row: number; field: string; code: string; message: string };
export type CountFile = { rows: Row[]; count: number; errors: RowError[]; failed: Set<number> };

export async function readCounts(format: FileFormat, pieces: AsyncIterable<Buffer>) {
  const digest = createHash('sha256');
  async function* digested() {
    for await (const piece of pieces) {
      digest.update(piece);
      yield piece;
    }
  }
  const file: CountFile = { rows: [], count: 0, errors: [], failed: new Set() };
  const slices = new Slices();
  try {
    for await (const candidates of readCandidates(format, digested(), slices)) {
      for (const { row, value, problems } of candidates) {
        if (slices.isOver) await slices.next();
        file.count += 1;
        const wrong = problems.length > 0 ? problems : check(value);
        if (wrong.length === 0) file.rows.push({ ...(value as Static<typeof CountRow>), row });
        else fail(file, row, wrong);
      }
      if (file.count > MAX_ROWS) throw tooManyRows();
    }
  } catch (error) {
    throw error instanceof Unreadable ? badRequest(error.message) : error;
  }
  return { file, digest: digest.digest() };
}

const tooManyRows = () =>
  new AppError('payload_too_large', `The file has more than ${MAX_ROWS} rows. Split it.`, undefined, {
    connection: 'close',
  });

function fail(file: CountFile, row: number, problems: Problem[]): void {
  file.failed.add(row);
  for (const { path, code, message } of problems) {
    if (file.errors.length < MAX_ERRORS) file.errors.push({ row, field: path, code, message });
  }
}

/** Rows are written by SKU and location, the order in which every transaction locks levels. */
export async function importCounts(
  tx: Tx,
  actor: Actor,
  now: Date,
  given: CountFile,
  reason: string,
  assertRoom: AssertRoom,
) {
  const file: CountFile = { ...given, errors: [...given.errors], failed: new Set(given.failed) };
  const placed = await placeRows(tx, file);
  const sorted = placed.toSorted(
    (one, other) => Buffer.compare(one.bytes, other.bytes) || (one.locationId < other.locationId ? -1 : 1),
  );
  let [created, counted] = [0, 0];
  for (let at = 0; at < sorted.length; at += ROWS_PER_STATEMENT) {
    const part = sorted.slice(at, at + ROWS_PER_STATEMENT);
    const skus = [...new Set(part.map(({ sku }) => sku))];
    const known = await findItemIds(tx, skus);
    const missing = skus.filter((sku) => !known.has(sku)).map((sku) => newItem(now, { sku }));
    if (missing.length > 0) created += await addItems(tx, missing, assertRoom);
    const items = missing.length > 0 ? await findItemIds(tx, skus) : known;
    const places = part.map(({ sku, locationId }) => ({ itemId: items.get(sku)!, locationId }));
    await ensureLevels(tx, places);
    const levels = await lockPlaces(tx, places);
    const onHand = new Map(levels.map((row) => [`${row.sku} ${row.location_id}`, Number(row.on_hand)]));
    const moves = part.flatMap(({ sku, locationId, count }): Move[] => {
      const change = count - onHand.get(`${sku} ${locationId}`)!;
      return change === 0 ? [] : [{ itemId: items.get(sku)!, locationId, kind: 'counted', change, reason }];
    });
    counted += (await moveStock(tx, now, actor, moves)).length;
  }
  const { count, errors, failed } = file;
  errors.sort((one, other) => one.row - other.row);
  return {
    ...{ rows: count, counted, unchanged: placed.length - counted, created },
    ...{ failed: failed.size, errors },
  };
}

/** Finds the location of each row, by its code or the first one; a place is counted once in a file. */
async function placeRows(tx: Tx, file: CountFile) {
  const codes = [...new Set(file.rows.flatMap(({ location }) => location ?? []))];
  const byCode = await findLocationCodes(tx, codes);
  const first = await findFirstLocation(tx);
  const all = [...new Set([...byCode.values(), ...(first === undefined ? [] : [first])])];
  const held = await holdLocations(tx, all);
  const seen = new Set<string>();
  return file.rows.flatMap((row) => {
    const { sku, count, location } = row;
    const locationId = location === undefined ? first : byCode.get(location);
    const problem = (field: string, code: string, message: string) => {
      fail(file, row.row, [{ path: field, code, message }]);
      return [];
    };
    if (locationId === undefined || !held.get(locationId)?.active) {
      return problem('location', 'not_found', 'is not the code of an active location');
    }
    const key = `${sku} ${locationId}`;
    if (seen.has(key)) return problem('sku', 'not_unique', 'is counted at this location in an earlier row');
    seen.add(key);
    return [{ sku, count, locationId, bytes: Buffer.from(sku) }];
  });
}

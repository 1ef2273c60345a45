import type { Db } from '#kernel/db/db.ts';

/** Allows `most` guesses at once, then one every `everySeconds`. A limit that `stays` counts right guesses too. */
export type Limit = { who: Buffer; most: number; everySeconds: number; stays?: true };

/** A limit without a guess left: for how many seconds, and whether the guess was counted nevertheless. */
export type Refusal = { who: Buffer; wait: number; counted: boolean };

/** Counts one guess against each limit, unless one of them has none left. */
export async function countGuess(db: Db, limits: Limit[]): Promise<Refusal[]> {
  const { rows } = await db.identityQuery<Refusal>(COUNT, [
    limits.map((limit) => limit.who),
    limits.map((limit) => limit.everySeconds),
    limits.map((limit) => (limit.most - 1) * limit.everySeconds),
  ]);
  return rows;
}

// `settled_at` is when all guesses so far are forgotten; its distance from now gives their number. Two concurrent guesses may
// both find room for one, so the result is checked again and the second guess is refused. Rows are locked in order of key, so
// that transactions cannot deadlock.
const COUNT = {
  name: 'count_guess',
  text: `
    with asked as (
      select who, step * interval '1 second' as step, room * interval '1 second' as room
      from unnest($1::bytea[], $2::float8[], $3::float8[]) as l (who, step, room)),
    refused as (
      select a.who, g.settled_at - now() - a.room as wait
      from asked a join sign_in_guesses g on g.who = a.who where g.settled_at > now() + a.room),
    counted as (
      insert into sign_in_guesses as g (who, settled_at)
      select who, now() + step from asked where not exists (select from refused) order by who
      on conflict (who) do update set settled_at = greatest(g.settled_at, now()) + (excluded.settled_at - now())
      returning who, settled_at)
    select who, extract(epoch from wait)::float8 as wait, false as counted from refused
    union all
    select a.who, extract(epoch from c.settled_at - a.step - now() - a.room)::float8, true
    from counted c join asked a on a.who = c.who where c.settled_at - a.step > now() + a.room`,
};

/** Returns whether a guess is counted against the limit at this moment. */
export async function isCounted(db: Db, { who }: Limit): Promise<boolean> {
  const { rowCount } = await db.identityQuery(
    'select from sign_in_guesses where who = $1 and settled_at > now()',
    [who],
  );
  return rowCount === 1;
}

/** Uncounts a guess that was right or could not be tried. Locks its rows in order of key, as counting does. */
export async function takeGuessBack(db: Db, limits: Limit[]): Promise<void> {
  await db.identityQuery(
    `with held as materialized (
       select who from sign_in_guesses where who = any($1::bytea[]) order by who for no key update)
     update sign_in_guesses g set settled_at = g.settled_at - a.step * interval '1 second'
     from held join unnest($1::bytea[], $2::float8[]) as a (who, step) on a.who = held.who
     where g.who = held.who`,
    [limits.map((limit) => limit.who), limits.map((limit) => limit.everySeconds)],
  );
}

/** Uses the database's clock alone. Skips a row that is being counted, so it never waits. Returns true when there are more. */
export async function deleteSettledGuesses(db: Db): Promise<boolean> {
  const { rowCount } = await db.identityQuery(
    `delete from sign_in_guesses where who in (
       select who from sign_in_guesses where settled_at < now() order by settled_at limit 10000
       for update skip locked)`,
  );
  return rowCount === 10_000;
}

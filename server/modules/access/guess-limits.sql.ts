import type { Db } from '#kernel/db/db.ts';

/** `most` guesses at once, then one every `everySeconds`. One that `stays` counts right guesses too. */
export type Limit = { who: Buffer; most: number; everySeconds: number; stays?: true };

/** Who has no guess left, for how many seconds, and whether it was counted nevertheless. */
export type Refusal = { who: Buffer; wait: number; counted: boolean };

/** Counts one guess with each of them, unless one has none left. */
export async function countGuess(db: Db, limits: Limit[]): Promise<Refusal[]> {
  const { rows } = await db.identityQuery<Refusal>(COUNT, [
    limits.map((limit) => limit.who),
    limits.map((limit) => limit.everySeconds),
    limits.map((limit) => (limit.most - 1) * limit.everySeconds),
  ]);
  return rows;
}

// `settled_at` is when all guesses so far are forgotten, and how far ahead it lies says how many there were. Two at once may
// both find room for one; so what came of it is looked at again, and whoever was second waits. In order of key, so that
// nobody waits in a circle.
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

/** For a guess that was right, or that could not be tried. Its rows are locked in order of key, as they are counted. */
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

/** By the database's clock alone; a row that is being counted stays, so nothing here waits. True when there are more. */
export async function deleteSettledGuesses(db: Db): Promise<boolean> {
  const { rowCount } = await db.identityQuery(
    `delete from sign_in_guesses where who in (
       select who from sign_in_guesses where settled_at < now() order by settled_at limit 10000
       for update skip locked)`,
  );
  return rowCount === 10_000;
}

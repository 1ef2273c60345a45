import type pg from 'pg';

/** A connection as the user that owns the tables. */
export type Owner = Pick<pg.Client, 'query'>;

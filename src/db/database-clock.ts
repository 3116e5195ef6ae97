import { performance } from 'node:perf_hooks';
import type { Queryable } from './database.ts';

/** The clock of the database, by which nodes agree about times whatever their own clocks show. */
export interface DatabaseClock {
  now(): Date;
}

/** Reads the clock of the database once. Later times are counted from there, because the clock of a node may be changed at any time. */
export async function readDatabaseClock(db: Queryable): Promise<DatabaseClock> {
  const [row] = await db.query<{ ms: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
    [],
  );
  const readAt = performance.now();
  const ms = row?.ms ?? Number.NaN;
  return { now: () => new Date(ms + performance.now() - readAt) };
}

import { createHash } from 'node:crypto';

/** `npm run test:all`, a run with full sizes, and a run of named files. */
export const isComplete = process.env.ATRIUM_TESTS === 'all' || process.env.ATRIUM_FAULTS === 'full';

/**
 * Options of a test that takes long and shows less than others of its file do in the same time. `npm test` skips it. A file of
 * such tests alone is named `*.long.test.ts`.
 */
export const long = isComplete ? {} : { skip: 'takes long: npm run test:all runs it' };

const today = Math.floor(Date.now() / 86_400_000);

/**
 * Of many that are alike, `npm test` takes one in `days`: the same all day, so that a failure can be repeated, and another the next day,
 * so that each has its turn. A complete run takes all.
 */
export function isItsTurn(name: string, days: number): boolean {
  const place = createHash('sha256').update(name).digest().readUInt32BE();
  return isComplete || (place + today) % days === 0;
}

/** Options of a test that is one of several alike: `npm test` runs a third of them. */
export const inTurn = (name: string): typeof long =>
  isItsTurn(name, 3) ? {} : { skip: 'has its turn on another day: npm run test:all runs it' };

const withJourney = new Set<string>();

/**
 * The first journey of a file shows the main way through its pages, and has its turn every third day; the others are long. Each file
 * has a server of its own.
 */
export function longUnlessFirst(serverUrl: string, name: string): typeof long {
  const isFirst = !withJourney.has(serverUrl);
  withJourney.add(serverUrl);
  return isFirst && isItsTurn(name, 3) ? {} : long;
}

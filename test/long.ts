/** True for `npm run test:all`, a run with full sizes, and a run of named files. */
export const isComplete = process.env.ATRIUM_TESTS === 'all' || process.env.ATRIUM_FAULTS === 'full';

/**
 * Options of a test that takes long and covers little that others of `npm test` do not cover, which skips it. A file of such tests
 * alone is named `*.long.test.ts`. The choice is fixed: it depends on no date, chance or machine.
 */
export const long = isComplete ? {} : { skip: 'takes long: npm run test:all runs it' };

const withJourney = new Set<string>();

/** The first journey of a file shows the main way through its pages; the others are long. Each file has a server of its own. */
export function longUnlessFirst(serverUrl: string): typeof long {
  const isFirst = !withJourney.has(serverUrl);
  withJourney.add(serverUrl);
  return isFirst ? {} : long;
}

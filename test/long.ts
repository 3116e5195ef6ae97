/** True for `npm run test:all`, a run with full sizes, and a run of named files. */
export const isComplete = process.env.ATRIUM_TESTS === 'all' || process.env.ATRIUM_FAULTS === 'full';

/**
 * Options of a test that `npm test` skips, because it takes long and covers little that its other tests do not cover. A
 * file with only such tests is named `*.long.test.ts`. The choice is fixed: it does not depend on date, chance or
 * machine.
 */
export const long = isComplete ? {} : { skip: 'takes long: npm run test:all runs it' };

const withJourney = new Set<string>();

/**
 * Marks all journeys of a file except the first as long. The first one shows the main way through its pages. Each file
 * has its own server.
 */
export function longUnlessFirst(serverUrl: string): typeof long {
  const isFirst = !withJourney.has(serverUrl);
  withJourney.add(serverUrl);
  return isFirst ? {} : long;
}

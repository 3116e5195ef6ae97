/** `npm run test:all`, a run with full sizes, and a run of named files. */
export const isComplete = process.env.ATRIUM_TESTS === 'all' || process.env.ATRIUM_FAULTS === 'full';

/**
 * Options of a test that takes long and shows less than others of its file do in the same time. `npm test` skips it. A file of
 * such tests alone is named `*.long.test.ts`.
 */
export const long = isComplete ? {} : { skip: 'takes long: npm run test:all runs it' };

const withJourney = new Set<string>();

/** The first journey of a file shows the main way through its pages; the others are long. Each file has a server of its own. */
export function longAfterFirst(serverUrl: string): typeof long {
  if (withJourney.has(serverUrl)) return long;
  withJourney.add(serverUrl);
  return {};
}

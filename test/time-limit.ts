/**
 * The longest time that something may take. Beside other test files, which need the same cores, it is three times what
 * the product promises; in the full run, where files run one after another, it is the promise.
 */
export const timeLimit = (promisedMs: number): number => (process.env.ATRIUM_FAULTS === 'full' ? 1 : 3) * promisedMs;

/**
 * A time limit. In the full run, where files run one after another, it is the time that the product promises. When
 * other files run at the same time, which need the same cores, it is three times as long.
 */
export const timeLimit = (promisedMs: number): number => (process.env.ATRIUM_FAULTS === 'full' ? 1 : 3) * promisedMs;

/** Delays before each retry when a platform cannot be reached. Nothing was published then. */
export const retryDelaysMs: readonly number[] = [30_000, 120_000, 600_000, 1_800_000];

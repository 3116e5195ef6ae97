/** How long a claim lasts without being renewed. It is renewed for as long as its node lives, however slow a platform is. */
export const leaseMs = 60_000;
export const renewEveryMs = 15_000;

/** Before each further attempt, when a platform cannot be reached. Nothing was published then. */
export const retryDelaysMs: readonly number[] = [30_000, 120_000, 600_000, 1_800_000];

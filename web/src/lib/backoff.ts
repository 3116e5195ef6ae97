const firstMs = 1000;
const growth = 1.3;
const maxMs = 5000;

/**
 * The pause before the next poll. It grows with the number of polls, so that the end of short work is noticed at once.
 */
export const backoffMs = (reads: number): number => Math.min(maxMs, firstMs * growth ** Math.max(0, reads - 1));

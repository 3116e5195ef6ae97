const firstMs = 1000;
const growth = 1.3;
const maxMs = 5000;

/** How long to wait before something is read again that was read this many times: short work is seen to end at once. */
export const growingPause = (reads: number): number => Math.min(maxMs, firstMs * growth ** Math.max(0, reads - 1));

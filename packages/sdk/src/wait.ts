/** Waits, and rejects with the reason of the signal as soon as it aborts. */
export const wait = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', abort, { once: true });
  });

const firstMs = 250;
const maxMs = 8000;

/** Half of each pause is random, so that clients that failed together do not return together. */
export const backoffMs = (attempt: number): number =>
  Math.min(maxMs, firstMs * 2 ** Math.min(attempt, 10)) * (0.5 + Math.random() / 2);

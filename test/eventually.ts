import { setTimeout as sleep } from 'node:timers/promises';

/** Repeats assertions until they hold, and fails with the last failure after half a minute. */
export async function eventually<T>(assertions: () => Promise<T>, timeoutMs = 90_000): Promise<T> {
  const endsAt = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await assertions();
    } catch (error) {
      if (Date.now() > endsAt) throw error;
      await sleep(50);
    }
  }
}

/**
 * Waits for statements of a transaction that are sent at once, in one round trip. An error is thrown only after all of
 * them have ended, so that none runs after the transaction.
 */
export async function settleAll<T extends readonly unknown[]>(
  work: readonly [...{ [K in keyof T]: T[K] | Promise<T[K]> }],
): Promise<T> {
  await Promise.allSettled(work);
  return (await Promise.all(work)) as unknown as T;
}

/** Records that this window deleted. Their pages are about to be left: to read them again would only fail. */
const removed = new Set<string>();

export const wasRemovedHere = (id: string): boolean => removed.has(id);

/** For a record that was restored. */
export function forgetRemoval(id: string): void {
  removed.delete(id);
}

/** Remembers the record as deleted by this window, unless `remove` fails. */
export async function removeHere<T>(id: string, remove: () => Promise<T>): Promise<T> {
  // Before the answer, because the change feed may be faster than it.
  removed.add(id);
  try {
    return await remove();
  } catch (error) {
    removed.delete(id);
    throw error;
  }
}

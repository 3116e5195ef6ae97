import type { Query } from '@tanstack/react-query';

/** Ids of records that this window deleted. Their pages close next, and reading them again would only fail. */
const removed = new Set<string>();

/**
 * False for queries about a record that this window deleted. Until its page closes, the page still has queries for the
 * record, its history and its figures.
 */
export const isThere = ({ queryKey }: Query): boolean =>
  !queryKey.some((part) => typeof part === 'string' && removed.has(part));

/** Undoes `removeHere` for a record that was restored. */
export function forgetRemoval(id: string): void {
  removed.delete(id);
}

/** Remembers the record as deleted by this window, unless `remove` fails. */
export async function removeHere<T>(id: string, remove: () => Promise<T>): Promise<T> {
  // The id is added before the request, because the change feed may report the deletion before the answer arrives.
  removed.add(id);
  try {
    return await remove();
  } catch (error) {
    removed.delete(id);
    throw error;
  }
}

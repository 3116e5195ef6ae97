import { classify } from '#db/errors.ts';

const kinds: ReadonlySet<string | undefined> = new Set(['busy', 'slow', 'crowded', 'unreachable']);

/** Whether the database may take the same statement later. */
export const isTransient = (error: unknown): boolean => kinds.has(classify(error)?.kind);

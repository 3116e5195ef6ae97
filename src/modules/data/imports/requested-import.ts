import { Type } from 'typebox';
import type { Context, TransactionContext } from '#core/context.ts';
import { AppError, notFound } from '#core/errors.ts';
import { isId } from '#lib/ids.ts';
import { findImport, lockImport, type StoredImport } from './sql/imports.ts';

export const importIdInput = Type.Object({ id: Type.String() }, { additionalProperties: false });

export const importAnswer = Type.Object(
  {
    _id: Type.String({ format: 'uuid' }),
    status: Type.String(),
    jobId: Type.Union([Type.String({ format: 'uuid' }), Type.Null()]),
  },
  { additionalProperties: false },
);

/** An import of the user, or of the API key itself: other imports of its user may do more than the key. */
function requireOwn({ caller }: Context, id: string, stored: StoredImport | undefined): StoredImport {
  const { userId, keyId, access } = caller;
  const isOfUser = stored !== undefined && stored.ownerId === userId;
  const isOwn = isOfUser && (keyId === undefined || stored.keyId === keyId);
  if (stored && (isOwn || access.reach('data:admin') === 'all')) return stored;
  if (isOfUser)
    throw new AppError('forbidden', 'An API key without data:admin reaches only the imports that it has started.');
  throw notFound(`Import ${id}`);
}

/** Locks an import of the caller. Administrators of data reach all. */
export async function lockOwnImport(context: TransactionContext, id: string): Promise<StoredImport> {
  const lower = id.toLowerCase();
  return requireOwn(context, lower, isId(lower) ? await lockImport(context, lower) : undefined);
}

export async function findOwnImport(context: Context, id: string): Promise<StoredImport> {
  const lower = id.toLowerCase();
  return requireOwn(context, lower, isId(lower) ? await findImport(context, lower) : undefined);
}

const endedStates: readonly string[] = ['completed', 'failed', 'cancelled'];

/** True when a job still works on the import, or is going to. */
export async function isUnderWay(context: Context, { jobId }: StoredImport): Promise<boolean> {
  if (jobId === null) return false;
  const job = await context.services.jobs.get(context, jobId).catch((error) => {
    // Jobs that ended are deleted after some days.
    if (error instanceof AppError && error.code === 'not_found') return undefined;
    throw error;
  });
  return job !== undefined && !endedStates.includes(job.state);
}

export const wrongState = ({ status }: StoredImport, what: string): AppError =>
  new AppError('conflict', `The import is ${status}, so it cannot be ${what}.`);

import type { TransactionContext } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import type { JsonValue } from '#core/fields/field.ts';

/**
 * A form writes with the permissions of its owner, who is its creator. Only an administrator may make another user the
 * owner.
 */
export function checkOwner(
  { caller }: TransactionContext,
  ownerId: JsonValue | undefined,
  previousId: JsonValue | undefined,
): void {
  if (caller.userId === null || ownerId === previousId || ownerId === caller.userId) return;
  // A form without an owner has no permissions.
  if (ownerId === null || ownerId === undefined || caller.access.reach('forms:admin') === 'all') return;
  throw new AppError(
    'forbidden',
    'A form acts for its owner: only somebody with forms:admin makes another user the owner.',
    [{ field: 'forms:admin', code: 'missing_scope', message: 'The scope forms:admin is missing.' }],
  );
}

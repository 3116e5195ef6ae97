import type { Context } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { givenValue, type PendingSave } from '#core/models/hooks.ts';

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '' || value === false;

/** True when the write changes the field. */
export function changes(saving: PendingSave, key: string): boolean {
  const given = givenValue(saving, key);
  if (given === undefined) return false;
  const before = saving.previous?.[key];
  return isEmpty(given) && isEmpty(before) ? false : given !== before;
}

/** Requires an administrator of marketing, because these fields contain code that runs in browsers of visitors. */
export function requireAdmin({ caller: { access } }: Context, field: string): void {
  if (access.reach('marketing:admin') === 'all') return;
  throw new AppError('forbidden', `${field} can only be changed with the permission marketing:admin.`, [
    { field, code: 'forbidden', message: `${field} needs marketing:admin.` },
  ]);
}

export function guardFields(context: Context, saving: PendingSave, keys: readonly string[]): void {
  // Only administrators may fill these fields. Anybody may empty them, because that is no risk for visitors.
  for (const key of keys) if (changes(saving, key) && !isEmpty(givenValue(saving, key))) requireAdmin(context, key);
}

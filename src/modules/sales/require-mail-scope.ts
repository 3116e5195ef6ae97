import type { Context } from '#core/context.ts';
import { AppError } from '#core/errors.ts';

const scope = 'communications:write';

/** Requires the permission for mails of somebody whose write sends one. The platform itself may always send mails. */
export function requireMailScope({ caller }: Context, receivers: string): void {
  if (caller.userId === null || caller.access.reach(scope) !== undefined) return;
  throw new AppError('forbidden', `This sends mail to ${receivers}, which needs the permission ${scope}.`, [
    { code: 'missing_scope', field: scope, message: `The scope ${scope} is missing.` },
  ]);
}

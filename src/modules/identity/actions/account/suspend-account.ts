import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { suspendTenant } from '../../sql/tenants.ts';
import {
  accountKeyInput,
  recordSuspensionChange,
  requireTenantLocked,
  suspensionAnswer,
  viewSuspension,
} from '../../tenants/suspension.ts';

export const suspendAccount = defineAction({
  name: 'identity.suspendAccount',
  summary: 'Suspends a tenant: its sessions end, its keys, webhooks and jobs stop at once, and its data is kept',
  routes: [{ method: 'POST', path: '/api/sales/account-management/suspend' }],
  access: 'platform:admin',
  input: Type.Object(
    {
      accountKey: accountKeyInput,
      reason: Type.Optional(Type.String({ maxLength: 1000, description: 'Why; kept with the tenant and its event.' })),
    },
    { additionalProperties: false },
  ),
  output: suspensionAnswer,
  async run(context, { accountKey, reason: givenReason }) {
    const body = await inTransaction(context, async (within) => {
      const before = await requireTenantLocked(within, accountKey);
      if (within.services.directory.isOperator(accountKey))
        throw new AppError('conflict', 'The account of the operator cannot be suspended: nobody could reactivate it.');
      const reason = givenReason ?? before.reason;
      if (before.status === 'suspended' && before.reason === reason) return viewSuspension(before);
      return recordSuspensionChange(within, before, await suspendTenant(within.tx, before.id, reason));
    });
    return { body };
  },
});

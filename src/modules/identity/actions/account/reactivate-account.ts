import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { reactivateTenant } from '../../sql/tenants.ts';
import {
  accountKeyInput,
  recordSuspensionChange,
  requireTenantLocked,
  suspensionAnswer,
  viewSuspension,
} from '../../tenants/suspension.ts';

export const reactivateAccount = defineAction({
  name: 'identity.reactivateAccount',
  summary: 'Reactivates a suspended tenant: its keys, webhooks and jobs work again, and its users may sign in',
  routes: [{ method: 'POST', path: '/api/sales/account-management/reactivate' }],
  access: 'platform:admin',
  input: Type.Object({ accountKey: accountKeyInput }, { additionalProperties: false }),
  output: suspensionAnswer,
  async run(context, { accountKey }) {
    const body = await inTransaction(context, async (within) => {
      const before = await requireTenantLocked(within, accountKey);
      if (before.status === 'active') return viewSuspension(before);
      return recordSuspensionChange(within, before, await reactivateTenant(within.tx, before.id));
    });
    return { body };
  },
});

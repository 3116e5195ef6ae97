import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { findTenant } from '../../sql/tenants.ts';
import { accountAnswer, accountMissing, accountPath, cachedSettings, viewAccount } from '../../tenants/account.ts';

export const readAccount = defineAction({
  name: 'identity.account',
  summary: 'Shows the account of the caller: its plan, its settings and how much is in it',
  routes: [{ method: 'GET', path: accountPath }],
  access: 'identity:read',
  input: Type.Object({}, { additionalProperties: false }),
  output: accountAnswer,
  async run(context) {
    const cached = await cachedSettings(context);
    const body = await inTransaction(context, async (within) => {
      const tenant = await findTenant(within.tx, within.caller.accountKey);
      if (!tenant) throw accountMissing(within);
      return viewAccount(within, tenant, cached);
    });
    return { body };
  },
});

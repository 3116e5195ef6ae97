import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { queryable } from '#core/context.ts';
import { findTenant } from '../../sql/tenants.ts';
import { accountKeyPattern } from '../../tenants/provision.ts';

export const validateAccountKey = defineAction({
  name: 'identity.validateAccountKey',
  summary: 'Says whether a key is well-formed and free for a new tenant, and the status of a tenant that has it',
  routes: [{ method: 'POST', path: '/api/sales/account-management/validate-key' }],
  access: 'platform:admin',
  input: Type.Object({ accountKey: Type.String({ maxLength: 1000 }) }, { additionalProperties: false }),
  output: Type.Object({
    valid: Type.Boolean({ description: 'It is well-formed.' }),
    available: Type.Boolean({ description: 'It is well-formed, and no tenant has it.' }),
    status: Type.Union([Type.String(), Type.Null()], { description: 'Of the tenant that has it.' }),
  }),
  async run(context, { accountKey }) {
    const tenant = await findTenant(queryable(context), accountKey);
    const valid = new RegExp(accountKeyPattern).test(accountKey);
    return { body: { valid, available: valid && !tenant, status: tenant?.status ?? null } };
  },
});

import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { emailAddress, newPassword } from '../../sign-in/schemas.ts';
import { planKeys } from '../../tenants/plans.ts';
import { accountKeyPattern, prepareTenant, provisionTenant } from '../../tenants/provision.ts';

export const provision = defineAction({
  name: 'identity.provision',
  summary: 'Creates a tenant with its default roles, its statuses and its first admin',
  routes: [
    { method: 'POST', path: '/api/identity/account-provisioning/provision' },
    { method: 'POST', path: '/api/sales/account-management/provision' },
  ],
  access: 'platform:admin',
  status: 201,
  input: Type.Object(
    {
      accountKey: Type.String({ pattern: accountKeyPattern, description: '3 to 40 characters of a-z, 0-9 and -.' }),
      adminEmail: emailAddress,
      adminPassword: newPassword,
      plan: Type.Optional(Type.Enum([...planKeys], { default: 'standard' })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    accountKey: Type.String(),
    plan: Type.String(),
    status: Type.String(),
    createdAt: Type.String({ format: 'date-time' }),
    admin: Type.Object({ id: Type.String({ format: 'uuid' }), email: Type.String() }),
  }),
  async run(context, { plan = 'standard', ...input }) {
    const tenant = await prepareTenant(context.services, { ...input, plan });
    const body = await inTransaction(context, ({ services, tx, requestId }) =>
      provisionTenant(services, tx, requestId, tenant),
    );
    return { body };
  },
});

import type { Context } from '#core/context.ts';
import { networkOf, type Rate } from '#core/limits/rates.ts';
import { accountMail } from '../jobs/account-mail.ts';
import { inTenantOf } from '../tenants/in-tenant.ts';
import { tenantOf } from '../tenants/tenant-of.ts';

/** Links that one network asks for, whatever the addresses. */
const requests: Rate = { name: 'mail requests', most: 300, perMs: 60_000 };

/** Has a link sent to an address, if it belongs to a user. The answer, and the time it takes, are the same for every one. */
export async function askForMail(
  context: Context,
  kind: 'reset' | 'verification' | 'registered',
  email: string,
  accountKey?: string,
): Promise<void> {
  const { services, origin } = context;
  const network = networkOf(origin?.ip ?? '');
  await services.rates.enter(context, requests, network);
  const tenant = await tenantOf(context, accountKey);
  if (!tenant || tenant.status === 'suspended') return;
  await inTenantOf(context, tenant, (within) => services.jobs.enqueue(within, accountMail, { kind, email }));
}

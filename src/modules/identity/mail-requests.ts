import type { Context } from '#core/context.ts';
import { networkOf, type Rate } from '#core/limits/rates.ts';
import { inTenantOf } from './accounts.ts';
import { accountMail } from './jobs/account-mails.ts';
import { tenantOf } from './tenant-of.ts';

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

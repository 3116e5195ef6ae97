import type { Context } from '#core/context.ts';
import { networkOf, type Rate } from '#core/limits/rates.ts';
import { accountMail } from '../../jobs/account-mail.ts';
import { inPlatformTransaction } from '../../tenant-context/platform-context.ts';
import { tenantOfRequest } from '../../tenant-context/tenant-of-request.ts';

/** The rate of requests from one network, for all addresses together. */
const requests: Rate = { name: 'mail requests', max: 300, perMs: 60_000 };

/**
 * Enqueues the job that sends a link to an address, if a user has it. The answer and its duration are the same for
 * every address.
 */
export async function requestMail(
  context: Context,
  kind: 'reset' | 'verification',
  email: string,
  accountKey?: string,
): Promise<void> {
  const { services, origin } = context;
  const network = networkOf(origin?.ip ?? '');
  await services.rates.enter(context, requests, network);
  const tenant = await tenantOfRequest(context, accountKey);
  if (!tenant || tenant.status === 'suspended') return;
  await inPlatformTransaction(context, tenant, (within) => services.jobs.enqueue(within, accountMail, { kind, email }));
}

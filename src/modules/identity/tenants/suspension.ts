import { Type } from 'typebox';
import type { TransactionContext } from '#core/context.ts';
import { notFound } from '#core/errors.ts';
import { appendEvent } from '#core/events/events.ts';
import { appendSecurityEvent } from '../security-events/security-event.ts';
import { revokeSessionsOfTenant } from '../sql/sessions.ts';
import { inOtherTenant, lockTenant, notifyWebhookDelivery, type TenantRow } from '../sql/tenants.ts';
import { systemContext } from '../tenant-context/platform-context.ts';
import { accountModel } from './account.ts';

export const accountKeyInput = Type.String({ maxLength: 100, description: 'The key of the tenant.' });

export const suspensionAnswer = Type.Object({
  accountKey: Type.String(),
  plan: Type.String(),
  status: Type.String(),
  suspendedAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
  reason: Type.Union([Type.String(), Type.Null()]),
});

export const viewSuspension = ({ accountKey, plan, status, suspendedAt, reason }: TenantRow) => ({
  accountKey,
  plan,
  status,
  suspendedAt: suspendedAt?.toISOString() ?? null,
  reason,
});

export async function requireTenantLocked({ tx }: TransactionContext, accountKey: string): Promise<TenantRow> {
  const tenant = await lockTenant(tx, accountKey);
  if (!tenant) throw notFound(`The account ${accountKey}`);
  return tenant;
}

const recordOf = ({ accountKey, plan, status, reason }: TenantRow) => ({ accountKey, plan, status, reason });

/**
 * Appends the events of a suspension or reactivation and ends the sessions of a suspended tenant. The tenant gets an event
 * without the name and the origin of the operator's user; the operator's security log gets both. The event also closes
 * the live feeds of the tenant on every node.
 */
export async function recordSuspensionChange(context: TransactionContext, before: TenantRow, after: TenantRow) {
  const { services, tx, requestId } = context;
  const suspended = after.status === 'suspended';
  const change = before.status === after.status ? 'updated' : suspended ? 'suspended' : 'reactivated';
  const securityType = suspended ? 'security.accountSuspended' : 'security.accountReactivated';
  const details = { accountKey: after.accountKey, reason: after.reason };
  await inOtherTenant(tx, after.id, async () => {
    const tenantContext = systemContext(services, tx, requestId, after);
    const event = { type: `tenant.${change}`, model: accountModel, recordId: null };
    await appendEvent(tenantContext, { ...event, record: recordOf(after), previous: recordOf(before) });
    if (change !== 'updated') await appendSecurityEvent(tenantContext, securityType, details);
    if (change === 'suspended') await revokeSessionsOfTenant(tx, after.id);
  });
  if (change !== 'updated') await appendSecurityEvent(context, securityType, details);
  await notifyWebhookDelivery(tx, after.id);
  // Other nodes are notified by the database. This node must not answer from its cache before the notification arrives.
  tx.afterCommit(() => services.directory.invalidate(after.id));
  return viewSuspension(after);
}

import { Type } from 'typebox';
import { type Action, defineAction } from '#core/action.ts';
import { inTransaction, queryable, type TransactionContext } from '#core/context.ts';
import { AppError, notFound } from '#core/errors.ts';
import { appendEvent } from '#core/events/events.ts';
import { securityEvent } from '../security-events/security-event.ts';
import {
  endAllSessions,
  findTenant,
  inOtherTenant,
  lockTenant,
  reactivateTenant,
  suspendTenant,
  type TenantRow,
  tellDeliverers,
} from '../sql/tenants.ts';
import { accountKeyPattern, systemContext } from './provision.ts';

/** What events of the tenant itself belong to. */
export const accountModel = 'identity.account';

const accountKey = Type.String({ maxLength: 100, description: 'The key of the tenant.' });

const managed = Type.Object({
  accountKey: Type.String(),
  plan: Type.String(),
  status: Type.String(),
  suspendedAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
  reason: Type.Union([Type.String(), Type.Null()]),
});

const view = ({ accountKey, plan, status, suspendedAt, reason }: TenantRow) => ({
  accountKey,
  plan,
  status,
  suspendedAt: suspendedAt?.toISOString() ?? null,
  reason,
});

const suspend = defineAction({
  name: 'identity.suspendAccount',
  summary: 'Suspends a tenant: its sessions end, its keys, webhooks and jobs stop at once, and its data is kept',
  routes: [{ method: 'POST', path: '/api/sales/account-management/suspend' }],
  access: 'platform:admin',
  input: Type.Object(
    {
      accountKey,
      reason: Type.Optional(Type.String({ maxLength: 1000, description: 'Why; kept with the tenant and its event.' })),
    },
    { additionalProperties: false },
  ),
  output: managed,
  async run(context, { accountKey, reason }) {
    const body = await inTransaction(context, async (within) => {
      const before = await requireTenant(within, accountKey);
      if (within.services.directory.isOperator(accountKey))
        throw new AppError('conflict', 'The account of the operator cannot be suspended: nobody could reactivate it.');
      const wanted = reason ?? before.reason;
      if (before.status === 'suspended' && before.reason === wanted) return view(before);
      return changed(within, before, await suspendTenant(within.tx, before.id, wanted));
    });
    return { body };
  },
});

const reactivate = defineAction({
  name: 'identity.reactivateAccount',
  summary: 'Reactivates a suspended tenant: what was held goes on, and its users may sign in again',
  routes: [{ method: 'POST', path: '/api/sales/account-management/reactivate' }],
  access: 'platform:admin',
  input: Type.Object({ accountKey }, { additionalProperties: false }),
  output: managed,
  async run(context, { accountKey }) {
    const body = await inTransaction(context, async (within) => {
      const before = await requireTenant(within, accountKey);
      if (before.status === 'active') return view(before);
      return changed(within, before, await reactivateTenant(within.tx, before.id));
    });
    return { body };
  },
});

const validateKey = defineAction({
  name: 'identity.validateAccountKey',
  summary: 'Says whether a key is well-formed and free for a new tenant, and how a tenant that has it stands',
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

export const accountManagement: readonly Action[] = [suspend, reactivate, validateKey];

async function requireTenant({ tx }: TransactionContext, accountKey: string): Promise<TenantRow> {
  const tenant = await lockTenant(tx, accountKey);
  if (!tenant) throw notFound(`The account ${accountKey}`);
  return tenant;
}

const recordOf = ({ accountKey, plan, status, reason }: TenantRow) => ({ accountKey, plan, status, reason });

/**
 * Both spines tell of it: that of the tenant, where nothing says who of the operator's people it was or where they sit,
 * and the security log of the operator, which does. The event also ends the live feeds of the tenant on every node.
 */
async function changed(context: TransactionContext, before: TenantRow, after: TenantRow) {
  const { services, tx, requestId } = context;
  const suspended = after.status === 'suspended';
  const what = before.status === after.status ? 'updated' : suspended ? 'suspended' : 'reactivated';
  const security = suspended ? 'security.accountSuspended' : 'security.accountReactivated';
  const details = { accountKey: after.accountKey, reason: after.reason };
  await inOtherTenant(tx, after.id, async () => {
    const there = systemContext(services, tx, requestId, after);
    const event = { type: `tenant.${what}`, model: accountModel, recordId: null };
    await appendEvent(there, { ...event, record: recordOf(after), previous: recordOf(before) });
    if (what !== 'updated') await securityEvent(there, security, details);
    if (what === 'suspended') await endAllSessions(tx, after.id);
  });
  if (what !== 'updated') await securityEvent(context, security, details);
  await tellDeliverers(tx, after.id);
  // Other nodes hear of it from the database; this one must not answer from memory even once more.
  tx.afterCommit(() => services.directory.forget(after.id));
  return view(after);
}

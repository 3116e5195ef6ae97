import { Type } from 'typebox';
import type { TenantSettings } from '#core/access/directory.ts';
import { type Action, defineAction } from '#core/action.ts';
import { type Context, inTransaction, type TransactionContext } from '#core/context.ts';
import { invalid, notFound } from '#core/errors.ts';
import { appendEvent } from '#core/events/events.ts';
import { requireGivable } from '../rules/grants.ts';
import { missingRoles } from '../sql/missing-roles.ts';
import { countRecords, findTenant, lockTenant, mergeSettings, type TenantRow } from '../sql/tenants.ts';
import { accountManagement, accountModel } from './suspension.ts';

const path = '/api/identity/account';

const account = Type.Object({
  accountKey: Type.String(),
  plan: Type.String(),
  status: Type.String(),
  createdAt: Type.String({ format: 'date-time' }),
  settings: Type.Object({
    registrationOpen: Type.Boolean({ description: 'Anybody may register.' }),
    registrationRole: Type.String({ description: 'The role of those who do.' }),
  }),
  counts: Type.Object({
    users: Type.Integer(),
    records: Type.Integer({ description: 'Of all models together.' }),
  }),
});

const readAccount = defineAction({
  name: 'identity.account',
  summary: 'Shows the account of the caller: its plan, its settings and how much is in it',
  routes: [{ method: 'GET', path }],
  access: 'identity:read',
  input: Type.Object({}, { additionalProperties: false }),
  output: account,
  async run(context) {
    const usual = await rememberedSettings(context);
    const body = await inTransaction(context, async (within) => {
      const tenant = await findTenant(within.tx, within.caller.accountKey);
      if (!tenant) throw missing(within);
      return view(within, tenant, usual);
    });
    return { body };
  },
});

const changeAccount = defineAction({
  name: 'identity.changeAccount',
  summary: 'Changes settings of the account; what is left out stays as it is',
  routes: [{ method: 'PATCH', path }],
  access: 'identity:admin',
  input: Type.Object(
    {
      settings: Type.Object(
        {
          registrationOpen: Type.Optional(Type.Boolean()),
          registrationRole: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
        },
        { additionalProperties: false },
      ),
    },
    { additionalProperties: false },
  ),
  output: account,
  async run(context, { settings }) {
    const usual = await rememberedSettings(context);
    const body = await inTransaction(context, async (within) => {
      const before = await lockTenant(within.tx, within.caller.accountKey);
      if (!before) throw missing(within);
      return view(within, await changeSettings(within, before, settings, usual), usual);
    });
    return { body };
  },
});

export const accountActions: readonly Action[] = [readAccount, changeAccount, ...accountManagement];

const missing = ({ caller }: Context) => notFound(`The account ${caller.accountKey}`);

async function changeSettings(
  context: TransactionContext,
  before: TenantRow,
  given: Partial<TenantSettings>,
  usual: TenantSettings,
): Promise<TenantRow> {
  const { services, tx } = context;
  const earlier = settingsOf(before, usual);
  const later: TenantSettings = { ...earlier, ...given };
  const opened = later.registrationOpen && !earlier.registrationOpen;
  const otherRole = later.registrationRole !== earlier.registrationRole;
  // Whoever opens the door answers for the role that lies behind it, also when somebody else chose it.
  if (opened || otherRole) await requireRegistrationRole(context, later.registrationRole);
  if (later.registrationOpen === earlier.registrationOpen && !otherRole) return before;
  const after = await mergeSettings(tx, before.id, { ...given });
  const recordOf = ({ accountKey, plan, status }: TenantRow, settings: TenantSettings) => ({
    accountKey,
    plan,
    status,
    settings,
  });
  await appendEvent(context, {
    type: 'tenant.updated',
    model: accountModel,
    recordId: null,
    record: recordOf(after, later),
    previous: recordOf(before, earlier),
  });
  // Other nodes hear of it from the database; this one must not answer from memory even once more.
  tx.afterCommit(() => services.directory.forget(after.id));
  return after;
}

async function requireRegistrationRole(context: TransactionContext, role: string): Promise<void> {
  const unknown = await missingRoles(context.tx, context.caller.tenantId, [role]);
  if (unknown.length > 0)
    throw invalid('settings.registrationRole', 'reference_not_found', `names a role that does not exist: ${role}`);
  await requireGivable(context, { roles: [role] });
}

/** As the directory has them, with what is usual for those that nobody decided. */
async function rememberedSettings(context: Context): Promise<TenantSettings> {
  const tenant = await context.services.directory.tenantByKey(context.caller.accountKey);
  if (!tenant) throw missing(context);
  return tenant.settings;
}

/** What is stored goes first, however old the rest is: settings are changed, never taken back. */
function settingsOf({ settings }: TenantRow, usual: TenantSettings): TenantSettings {
  const { registrationOpen, registrationRole } = { ...usual, ...settings };
  return { registrationOpen, registrationRole };
}

async function view({ tx, registry, caller }: TransactionContext, tenant: TenantRow, usual: TenantSettings) {
  const { accountKey, plan, status, createdAt } = tenant;
  return {
    accountKey,
    plan,
    status,
    createdAt: createdAt.toISOString(),
    settings: settingsOf(tenant, usual),
    counts: await countRecords(tx, registry, caller.tenantId),
  };
}

import { Type } from 'typebox';
import type { TenantSettings } from '#core/access/tenants.ts';
import { defineAction } from '#core/action.ts';
import { inTransaction, type TransactionContext } from '#core/context.ts';
import { invalid } from '#core/errors.ts';
import { appendEvent } from '#core/events/events.ts';
import { localizationChanges } from '../../company/company-answer.ts';
import { saveCompany } from '../../company/save-company.ts';
import { requireGrantable } from '../../rules/grants.ts';
import { missingRoles } from '../../sql/roles.ts';
import { lockTenant, mergeSettings, type TenantRow } from '../../sql/tenants.ts';
import {
  accountAnswer,
  accountMissing,
  accountModel,
  accountPath,
  cachedSettings,
  settingsOf,
  viewAccount,
} from '../../tenants/account.ts';

export const changeAccount = defineAction({
  name: 'identity.changeAccount',
  summary: 'Changes settings of the account; what is left out stays as it is',
  routes: [{ method: 'PATCH', path: accountPath }],
  access: 'identity:admin',
  input: Type.Object(
    {
      settings: Type.Object(
        {
          registrationOpen: Type.Optional(Type.Boolean()),
          registrationRole: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
          ...localizationChanges,
        },
        { additionalProperties: false },
      ),
    },
    { additionalProperties: false },
  ),
  output: accountAnswer,
  async run(context, { settings: { registrationOpen, registrationRole, ...localization } }) {
    const settings = {
      ...(registrationOpen !== undefined && { registrationOpen }),
      ...(registrationRole !== undefined && { registrationRole }),
    };
    const cached = await cachedSettings(context);
    const body = await inTransaction(context, async (within) => {
      const before = await lockTenant(within.tx, within.caller.accountKey);
      if (!before) throw accountMissing(within);
      // These values belong to the setting `company`, which other actions change too.
      if (Object.keys(localization).length > 0) await saveCompany(within, localization, 'settings.');
      return viewAccount(within, await changeSettings(within, before, settings, cached), cached);
    });
    return { body };
  },
});

async function changeSettings(
  context: TransactionContext,
  before: TenantRow,
  given: Partial<TenantSettings>,
  cached: TenantSettings,
): Promise<TenantRow> {
  const { services, tx } = context;
  const previous = settingsOf(before, cached);
  const next: TenantSettings = { ...previous, ...given };
  const opens = next.registrationOpen && !previous.registrationOpen;
  const changesRole = next.registrationRole !== previous.registrationRole;
  // Opening the registration grants its role to strangers, so the role is checked even when somebody else chose it.
  if (opens || changesRole) await requireRegistrationRole(context, next.registrationRole);
  if (next.registrationOpen === previous.registrationOpen && !changesRole) return before;
  const after = await mergeSettings(tx, before.id, { ...given });
  await appendEvent(context, {
    type: 'tenant.updated',
    model: accountModel,
    recordId: null,
    record: recordOf(after, next),
    previous: recordOf(before, previous),
  });
  // Other nodes are notified by the database. This node must not answer from its cache before the notification arrives.
  tx.afterCommit(() => services.directory.invalidate(after.id));
  return after;
}

const recordOf = ({ accountKey, plan, status }: TenantRow, settings: TenantSettings) => ({
  accountKey,
  plan,
  status,
  settings,
});

async function requireRegistrationRole(context: TransactionContext, role: string): Promise<void> {
  const missing = await missingRoles(context.tx, context.caller.tenantId, [role]);
  if (missing.length > 0)
    throw invalid('settings.registrationRole', 'reference_not_found', `names a role that does not exist: ${role}`);
  await requireGrantable(context, { roles: [role] });
}

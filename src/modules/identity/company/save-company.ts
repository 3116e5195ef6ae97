import { withAllAccess } from '#core/access/platform.ts';
import { type CompanySettings, companyKey } from '#core/company/company.ts';
import type { TransactionContext } from '#core/context.ts';
import { invalid } from '#core/errors.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { isJsonObject } from '#lib/json.ts';
import { companyProblem } from './company-rule.ts';

export type CompanyChanges = Readonly<Partial<Record<keyof CompanySettings, string | number | null>>>;

/** Merges changes into the setting `company`. `prefix` is the path of the changes in the request, for errors. */
export async function saveCompany(context: TransactionContext, changes: CompanyChanges, prefix = ''): Promise<void> {
  const found = await companyProblem(context, changes);
  if (found) throw invalid(`${prefix}${found.key}`, 'invalid_value', found.problem);
  const { tx, caller, registry } = context;
  const model = registry.find('ui', 'settings');
  if (!model) throw new Error('the model ui.settings is missing');
  // The lock serializes two first changes, so that the second one finds the setting that the first one created.
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1::text, 4710012))', [caller.tenantId]);
  const platform = withAllAccess(context);
  const query = { filter: { key: { eq: companyKey } }, limit: 1, count: 'none' };
  const { body } = await invoke(platform, operations.list, model, { query: () => query });
  const [setting] = (JSON.parse(body) as { data: { _id: string; value: unknown }[] }).data;
  const stored = isJsonObject(setting?.value) ? setting.value : {};
  const value = Object.fromEntries(Object.entries({ ...stored, ...changes }).filter(([, one]) => one !== null));
  if (setting) await invoke(platform, operations.update, model, { id: setting._id, record: { value, active: true } });
  else {
    const record = { key: companyKey, label: 'Company', category: 'general', valueType: 'object', value };
    await invoke(platform, operations.create, model, { record });
  }
}

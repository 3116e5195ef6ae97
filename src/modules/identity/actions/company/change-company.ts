import { defineAction } from '#core/action.ts';
import { readCompanySettings, viewCompany } from '#core/company/company.ts';
import { inTransaction } from '#core/context.ts';
import { companyAnswer, companyChanges, companyPath } from '../../company/company-answer.ts';
import { saveCompany } from '../../company/save-company.ts';

export const changeCompany = defineAction({
  name: 'identity.changeCompany',
  summary: 'Changes the company of the account; what is left out stays as it is, and null means the default',
  routes: [{ method: 'PATCH', path: companyPath }],
  access: 'identity:admin',
  input: companyChanges,
  output: companyAnswer,
  run: (context, changes) =>
    inTransaction(context, async (within) => {
      await saveCompany(within, changes);
      return {
        body: viewCompany(
          within,
          await readCompanySettings(within.services.storedSettings, within.tx, within.caller.tenantId),
        ),
      };
    }),
});

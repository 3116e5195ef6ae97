import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { companyOf } from '#core/company/company.ts';
import { companyAnswer, companyPath } from '../../company/company-answer.ts';

export const readCompany = defineAction({
  name: 'identity.company',
  summary: 'Shows the company of the account: name, address, logo, colours, currency, language, time zone',
  routes: [{ method: 'GET', path: companyPath }],
  access: 'signed-in',
  input: Type.Object({}, { additionalProperties: false }),
  output: companyAnswer,
  run: async (context) => ({ body: await companyOf(context) }),
});

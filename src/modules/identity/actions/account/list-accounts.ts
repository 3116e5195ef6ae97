import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { queryable } from '#core/context.ts';
import { pageMeta, pageOfLog, pageParameters, readLogPage, readOneOf } from '#core/query/log-pages.ts';
import { findTenants, tenantStatuses } from '../../sql/tenants.ts';
import { suspensionAnswer, viewSuspension } from '../../tenants/suspension.ts';

const closed = { additionalProperties: false };

export const listAccounts = defineAction({
  name: 'identity.listAccounts',
  summary: 'Lists the tenants of the platform with their plans and statuses, by their keys',
  routes: [{ method: 'GET', path: '/api/sales/account-management/accounts' }],
  access: 'platform:admin',
  input: Type.Object(
    {
      q: Type.Optional(Type.String({ maxLength: 100, description: 'A part of the key.' })),
      filter: Type.Optional(Type.Object({ status: Type.Optional(Type.String()) }, closed)),
      ...pageParameters,
    },
    closed,
  ),
  output: Type.Object({
    data: Type.Array(
      Type.Object({
        ...suspensionAnswer.properties,
        createdAt: Type.String({ format: 'date-time' }),
        operator: Type.Boolean({ description: 'The account of the operator, which cannot be suspended.' }),
      }),
    ),
    meta: pageMeta,
  }),
  async run(context, { q, filter = {}, ...query }) {
    const page = readLogPage(query, (key) => key !== '');
    const search = { q: q?.trim() || null, statuses: readOneOf(filter.status, 'filter[status]', tenantStatuses) };
    const { rows, counted } = await findTenants(queryable(context), search, page);
    // The list is sorted by the key, which is unique, so the key serves as the cursor.
    const { shown, meta } = pageOfLog(
      page,
      rows.map((row) => ({ ...row, id: row.accountKey })),
      counted,
    );
    const data = shown.map((row) => ({
      ...viewSuspension(row),
      createdAt: row.createdAt.toISOString(),
      operator: context.services.directory.isOperator(row.accountKey),
    }));
    return { body: { data, meta } };
  },
});

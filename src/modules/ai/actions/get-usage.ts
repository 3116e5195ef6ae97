import { Type } from 'typebox';
import { visibleField } from '#core/access/access.ts';
import { defineAction } from '#core/action.ts';
import { AppError, badQuery } from '#core/errors.ts';
import { aiCompletionLogs } from '../model-names.ts';
import { currency } from '../usage/cost.ts';
import { readDays } from '../usage/read-days.ts';
import { sumUsage, type UsageGroup, type UsageRow, type UsageSums, usageGroups } from '../usage/sql/sum-usage.ts';

const maxRows = 5000;
const closed = { additionalProperties: false };
const day = (description: string) => Type.Optional(Type.String({ maxLength: 10, description }));

const sums = {
  requests: Type.Integer({ description: 'Completions, whatever became of them, and requests for images.' }),
  promptTokens: Type.Integer(),
  completionTokens: Type.Integer(),
  cachedTokens: Type.Integer({ description: 'Those of promptTokens that the provider had cached.' }),
  totalTokens: Type.Integer(),
  cost: Type.Unsafe<number | null>({
    type: ['number', 'null'],
    description: 'Of the completions whose price is known; null when there are none.',
  }),
  unpriced: Type.Integer({ description: 'Completions that used tokens of a model whose price is not known.' }),
};
const optionalText = (description: string) =>
  Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], description }));

/** The fields of a completion log that the answer shows or sums. */
const reportedFields = [
  'startedAt',
  'model',
  'userId',
  'promptTokens',
  'completionTokens',
  'cachedTokens',
  'totalTokens',
  'cost',
];

export const getUsage = defineAction({
  name: 'ai.getUsage',
  summary: 'What completions used and cost, by day, user and model',
  routes: [{ method: 'GET', path: '/api/ai/usage' }],
  access: 'ai:read',
  input: Type.Object(
    {
      from: day('The first day, in UTC. 30 days up to `to` when absent.'),
      to: day('The last day, in UTC. Today when absent.'),
      groupBy: Type.Optional(
        Type.String({ maxLength: 50, description: 'One or several of day, user and model; day when absent.' }),
      ),
    },
    closed,
  ),
  output: Type.Object(
    {
      data: Type.Array(
        Type.Object(
          {
            day: Type.Optional(Type.String({ format: 'date', description: 'With groupBy=day, in UTC.' })),
            userId: optionalText('With groupBy=user.'),
            model: optionalText('With groupBy=model.'),
            ...sums,
          },
          closed,
        ),
        { maxItems: maxRows },
      ),
      total: Type.Object(sums, closed),
      currency: Type.String({ description: 'Of the costs.' }),
    },
    closed,
  ),
  async run(context, { from, to, groupBy = 'day' }) {
    const groups = readGroups(groupBy);
    const grant = context.caller.access.grant(aiCompletionLogs(context), 'read');
    const hidden = reportedFields.find((key) => !visibleField(grant, key));
    if (hidden !== undefined)
      throw new AppError('forbidden', `Your roles hide ${hidden} of completion logs, which the usage would tell.`);
    const rows = await sumUsage(context, grant, readDays(from, to), groups, maxRows);
    const data = rows.filter(({ isTotal }) => !isTotal);
    if (data.length > maxRows)
      throw badQuery('groupBy', `gives more than ${maxRows} rows; ask for fewer days or fewer groups`);
    const total = rows.find(({ isTotal }) => isTotal) as UsageRow;
    return { body: { data: data.map((row) => rowOf(row, groups)), total: sumsOf(total), currency } };
  },
});

function readGroups(text: string): UsageGroup[] {
  const names = [...new Set(text.split(',').map((name) => name.trim()))];
  const groups = usageGroups.filter((group) => names.includes(group));
  if (groups.length !== names.length) throw badQuery('groupBy', `must be one or several of ${usageGroups.join(', ')}`);
  return groups;
}

const sumsOf = ({
  requests,
  promptTokens,
  completionTokens,
  cachedTokens,
  totalTokens,
  cost,
  unpriced,
}: UsageSums) => ({
  requests,
  promptTokens,
  completionTokens,
  cachedTokens,
  totalTokens,
  cost,
  unpriced,
});

const rowOf = (row: UsageRow, groups: readonly UsageGroup[]) => ({
  ...(groups.includes('day') && { day: String(row.day) }),
  ...(groups.includes('user') && { userId: row.user }),
  ...(groups.includes('model') && { model: row.model }),
  ...sumsOf(row),
});

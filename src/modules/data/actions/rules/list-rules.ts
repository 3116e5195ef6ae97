import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { integerParameter } from '#core/query/integer-parameter.ts';
import { pageMeta, pageOf } from '#core/query/log-pages.ts';
import { modelPath } from '../../schema/api-schemas.ts';
import { rulesRoute } from '../../schema/rule-schemas.ts';
import { ruleView } from '../../schema/rule-view.ts';
import { visibleRules } from '../../schema/visible-rules.ts';

export const listRules = defineAction({
  name: 'data.listRules',
  summary: 'Lists the rules of a model',
  routes: [{ method: 'GET', path: rulesRoute }],
  access: 'signed-in',
  input: Type.Object(
    {
      ...modelPath,
      page: integerParameter(1, 1_000_000, 'From 1.'),
      limit: integerParameter(1, 200, '1 to 200; all when absent.'),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ data: Type.Array(ruleView), meta: pageMeta }),
  async run(context, { page = 1, limit, ...path }) {
    return { body: pageOf(visibleRules(context, path), page, limit) as never };
  },
});

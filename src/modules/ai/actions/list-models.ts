import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { readConfiguration } from '../configuration/read-configuration.ts';
import { hasKey } from '../providers/credentials.ts';
import { priceOf } from '../usage/cost.ts';
import { offeredModels } from '../usage/offered-models.ts';

const closed = { additionalProperties: false };

export const listModels = defineAction({
  name: 'ai.listModels',
  summary: 'The language models that the account may use',
  routes: [{ method: 'GET', path: '/api/ai/models' }],
  access: 'ai:write',
  input: Type.Object({}, closed),
  output: Type.Object(
    {
      data: Type.Array(
        Type.Object(
          {
            model: Type.String(),
            provider: Type.String(),
            configured: Type.Boolean({ description: 'Whether there is a key for its provider.' }),
            priced: Type.Boolean({ description: 'Whether its price is known, so that logs show the cost.' }),
          },
          closed,
        ),
      ),
      defaultModel: Type.Unsafe<string | null>({
        type: ['string', 'null'],
        description: 'The setting ai.defaultModel.',
      }),
      approval: Type.String({ description: 'The setting ai.approval: writes or none.' }),
    },
    closed,
  ),
  async run(context) {
    const configuration = await readConfiguration(context);
    const { prices: own } = configuration;
    const data = offeredModels(configuration, own).map(({ name, route }) => ({
      model: name,
      provider: route.family,
      configured: hasKey(context, configuration, route.family),
      priced: priceOf(own, route) !== undefined,
    }));
    const { defaultModel = null, approval } = configuration;
    return { body: { data, defaultModel, approval } };
  },
});

import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { integerParameter } from '#core/query/integer-parameter.ts';
import { pageMeta, pageOf } from '#core/query/log-pages.ts';
import { eventCatalogue } from '../events/event-catalogue.ts';
import { matchesEvent } from '../events/event-patterns.ts';

export const listEventTypes = defineAction({
  name: 'integrations.listEventTypes',
  summary: 'Lists every type of event with the JSON Schema of its delivery',
  routes: [{ method: 'GET', path: '/api/integrations/event-types' }],
  access: 'integrations:read',
  input: Type.Object(
    {
      filter: Type.Optional(
        Type.Object(
          {
            type: Type.Optional(Type.String({ description: 'A type, or a pattern such as contact.*' })),
            modelKey: Type.Optional(Type.String()),
          },
          { additionalProperties: false },
        ),
      ),
      page: integerParameter(1, 1_000_000, 'From 1.'),
      limit: integerParameter(1, 1000, '1 to 1000; all when absent.'),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    data: Type.Array(
      Type.Object({
        type: Type.String(),
        description: Type.String(),
        modelKey: Type.Union([Type.String(), Type.Null()]),
        schema: Type.Object({}, { additionalProperties: true, description: 'JSON Schema of the body of a delivery.' }),
      }),
    ),
    meta: pageMeta,
  }),
  async run({ registry, caller }, { filter = {}, page = 1, limit }) {
    const found = eventCatalogue(registry, caller.access).filter(
      ({ type, modelKey }) =>
        (filter.type === undefined || matchesEvent(filter.type, type)) &&
        (filter.modelKey === undefined || modelKey === filter.modelKey),
    );
    return { body: pageOf(found, page, limit) as never };
  },
});

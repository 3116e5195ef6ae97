import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { invoke, operations } from '#core/operations/index.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { connectionsRoute, connectionView, viewConnection } from '../connections/connection-view.ts';
import { platformView, viewPlatforms } from '../connections/platform-view.ts';
import { socialConnections } from '../model-names.ts';
import { allowedPlatforms } from '../settings/tenant-settings.ts';

const maxShown = 200;

export const listSocialConnections = defineAction({
  name: 'marketing.listSocialConnections',
  summary:
    'The social accounts that are connected, and the platforms on which accounts can be connected, with their limits',
  routes: [{ method: 'GET', path: connectionsRoute }],
  access: 'marketing:read',
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({
    data: Type.Array(connectionView, { description: 'At most 200; /api/marketing/socialConnections has pages.' }),
    platforms: Type.Array(platformView),
  }),
  async run(context) {
    const query = { limit: maxShown, count: 'none', sort: 'platform,name' };
    const { body } = await invoke(context, operations.list, socialConnections(context), { query: () => query });
    const { data } = JSON.parse(body) as { data: RecordObject[] };
    const platforms = await viewPlatforms(context.services, await allowedPlatforms(context));
    return { body: { data: data.map(viewConnection), platforms } };
  },
});

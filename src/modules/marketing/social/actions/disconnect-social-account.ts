import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { connectionPath, connectionsRoute } from '../connections/connection-view.ts';
import { disconnect } from '../connections/disconnect.ts';

export const disconnectSocialAccount = defineAction({
  name: 'marketing.disconnectSocialAccount',
  summary: 'Removes a social account and its tokens. Posts that wait for it are cancelled',
  routes: [{ method: 'DELETE', path: `${connectionsRoute}/:id` }],
  access: 'marketing:write',
  status: 204,
  input: Type.Object(connectionPath, { additionalProperties: false }),
  output: Type.Null(),
  async run(context, { id }) {
    await disconnect(context, id);
    return { body: null };
  },
});

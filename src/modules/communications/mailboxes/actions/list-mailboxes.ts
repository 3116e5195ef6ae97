import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { queryable } from '#core/context.ts';
import { connectionsRoute } from '../connections/connection-input.ts';
import { connectionView, viewConnections } from '../connections/connection-view.ts';
import { listConnections } from '../connections/find-connection.ts';
import { providerNames } from '../connections/settings.ts';
import { readTimes } from '../connections/sql/read-times.ts';

export const listMailboxes = defineAction({
  name: 'communications.listMailboxes',
  summary: 'The mailboxes of the caller and of the caller’s teams, with their state',
  routes: [{ method: 'GET', path: connectionsRoute }],
  access: 'communications:read',
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({
    connected: Type.Boolean(),
    data: Type.Array(connectionView),
    providers: Type.Array(Type.String(), {
      description: 'The providers whose mailboxes can be connected by consent; imap is always possible.',
    }),
  }),
  async run(context) {
    const records = await listConnections(context);
    const ids = records.map(({ _id }) => String(_id));
    const times = await readTimes(queryable(context), context.caller.tenantId, ids);
    const shown = records.map((record) => ({
      ...record,
      lastSyncedAt: times.get(String(record._id)) ?? record.lastSyncedAt ?? null,
    }));
    const data = await viewConnections(context, shown);
    const providers = providerNames.filter((name) => context.services.settings.mailboxes.providers[name]);
    return { body: { connected: data.length > 0, data, providers } };
  },
});

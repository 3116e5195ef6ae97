import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { invalid } from '#core/errors.ts';
import { maxAddresses, readCsvSubscribers } from '../lists/read-rows.ts';
import { requireList } from '../lists/require-list.ts';
import { subscribeResult } from '../lists/result-schema.ts';
import { subscribeMembers } from '../lists/subscribe-members.ts';

/** A JSON body may hold 100,000 values, so more rows have to be CSV. */
const maxRows = 10_000;

const row = Type.Object(
  {
    email: Type.String({ maxLength: 1000 }),
    name: Type.Optional(Type.String({ maxLength: 255 })),
    variables: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  },
  { additionalProperties: false },
);

export const importMembers = defineAction({
  name: 'communications.importListMembers',
  summary: 'Adds the addresses of a CSV file to an email list, in parts of 5,000',
  routes: [
    { method: 'POST', path: '/api/communications/email-lists/:id/import' },
    { method: 'POST', path: '/api/communications/emailLists/:id/import' },
  ],
  access: 'communications:write',
  bodyLimit: 16 * 1024 * 1024,
  takes: { kind: 'csv', field: 'csv' },
  flags: { resubscribe: 'Adds addresses whose owner has unsubscribed; you need their consent.' },
  input: Type.Object(
    {
      id: Type.String(),
      csv: Type.Optional(
        Type.String({
          description:
            'Also as a body of type text/csv. The first line names the columns: email, name, and any others, which become variables.',
        }),
      ),
      rows: Type.Optional(Type.Array(row, { maxItems: maxRows })),
      resubscribe: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  ),
  output: subscribeResult,
  async run(context, { id, csv, rows, resubscribe = false }) {
    if ((csv === undefined) === (rows === undefined)) throw invalid('rows', 'required', 'or csv is required, not both');
    const listId = await requireList(context, id);
    const subscribers = csv === undefined ? (rows ?? []) : await readCsvSubscribers(csv);
    if (subscribers.length > maxAddresses)
      throw invalid('csv', 'out_of_range', `has ${subscribers.length} addresses; import ${maxAddresses} at a time`);
    const long = subscribers.findIndex(({ name }) => (name?.length ?? 0) > 255);
    if (long >= 0) throw invalid('csv', 'out_of_range', `has a name of more than 255 characters (address ${long + 1})`);
    const result = await subscribeMembers(context, listId, subscribers, { source: 'import', resubscribe });
    return { body: result };
  },
});

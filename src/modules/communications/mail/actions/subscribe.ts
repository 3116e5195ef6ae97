import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { invalid } from '#core/errors.ts';
import { subscribersOfContacts } from '../lists/contact-subscribers.ts';
import { requireList } from '../lists/require-list.ts';
import { subscribeResult } from '../lists/result-schema.ts';
import { subscribeMembers } from '../lists/subscribe-members.ts';
import type { Subscriber } from '../lists/subscriber.ts';

const maxAddresses = 10_000;

export const subscribe = defineAction({
  name: 'communications.subscribeToList',
  summary: 'Adds addresses or contacts to an email list',
  routes: [
    { method: 'POST', path: '/api/communications/email-lists/:id/subscribe' },
    { method: 'POST', path: '/api/communications/emailLists/:id/subscribe' },
  ],
  access: 'communications:write',
  bodyLimit: 4 * 1024 * 1024,
  input: Type.Object(
    {
      id: Type.String(),
      email: Type.Optional(Type.String({ maxLength: 1000 })),
      emails: Type.Optional(Type.Array(Type.String({ maxLength: 1000 }), { maxItems: maxAddresses })),
      contactIds: Type.Optional(Type.Array(Type.String({ format: 'uuid' }), { maxItems: maxAddresses })),
      name: Type.Optional(Type.String({ maxLength: 255, description: 'Of a single address.' })),
      variables: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: 'Of all these members.' })),
      resubscribe: Type.Optional(
        Type.Boolean({ description: 'Adds addresses whose owner has unsubscribed; you need their consent.' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: subscribeResult,
  async run(context, { id, email, emails = [], contactIds = [], name, variables, resubscribe = false }) {
    const addresses = email === undefined ? emails : [email, ...emails];
    if (addresses.length + contactIds.length === 0)
      throw invalid('email', 'required', 'is required, or emails, or contactIds');
    if (addresses.length + contactIds.length > maxAddresses)
      throw invalid('emails', 'out_of_range', `must have ${maxAddresses} addresses at most, together with contactIds`);
    if (name !== undefined && addresses.length !== 1)
      throw invalid('name', 'invalid', 'is for a single address; import a CSV file to add names to many');
    const listId = await requireList(context, id);
    const contacts = await subscribersOfContacts(context, contactIds);
    const subscribers: Subscriber[] = [
      ...addresses.map((address) => ({ email: address, ...(name !== undefined && { name }) })),
      ...contacts.subscribers,
    ].map((subscriber) => ({ ...subscriber, ...(variables && { variables }) }));
    const result = await subscribeMembers(context, listId, subscribers, { source: 'api', resubscribe });
    return { body: { ...result, rejected: [...contacts.rejected, ...result.rejected] } };
  },
});

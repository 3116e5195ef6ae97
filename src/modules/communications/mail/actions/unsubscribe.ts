import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { requireList } from '../lists/require-list.ts';
import { unsubscribeAddress } from '../lists/unsubscribe-address.ts';
import { address } from '../sending/message-input.ts';

export const unsubscribe = defineAction({
  name: 'communications.unsubscribeFromList',
  summary: 'Stops mail of an email list to an address',
  routes: [
    { method: 'POST', path: '/api/communications/email-lists/:id/unsubscribe' },
    { method: 'POST', path: '/api/communications/emailLists/:id/unsubscribe' },
  ],
  access: 'communications:write',
  input: Type.Object({ id: Type.String(), email: address }, { additionalProperties: false }),
  output: Type.Object({ email: Type.String(), status: Type.Literal('unsubscribed') }),
  async run(context, { id, email }) {
    const emailListId = await requireList(context, id);
    await unsubscribeAddress(context, { email, emailListId });
    return { body: { email, status: 'unsubscribed' as const } };
  },
});

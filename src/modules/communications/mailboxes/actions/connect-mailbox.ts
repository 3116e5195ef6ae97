import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { outsideTransaction } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { connectionsRoute, imapInput, settingsInput, smtpInput } from '../connections/connection-input.ts';
import { connectionView, viewConnection } from '../connections/connection-view.ts';
import { trustedLogins } from '../connections/credentials.ts';
import { listConnections } from '../connections/find-connection.ts';
import { givenLogins, loginFields } from '../connections/password-logins.ts';
import { createConnection } from '../connections/save-connection.ts';
import { checkLogins } from '../servers/check-login.ts';

export const connectMailbox = defineAction({
  name: 'communications.connectMailbox',
  summary: 'Connects a mailbox by IMAP and SMTP with a password, after signing in at both servers',
  routes: [{ method: 'POST', path: connectionsRoute }],
  access: 'communications:write',
  waitsForOthers: true,
  status: 201,
  input: Type.Object(
    {
      provider: Type.Literal('imap'),
      email: Type.String({ format: 'email', maxLength: 254 }),
      imap: imapInput,
      smtp: smtpInput,
      ...settingsInput,
    },
    { additionalProperties: false },
  ),
  output: connectionView,
  async run(given, { provider, email, imap, smtp, ...settings }) {
    const context = outsideTransaction(given);
    const { services, caller } = context;
    if (caller.userId === null) throw new AppError('forbidden', 'A mailbox belongs to a user: sign in first.');
    const known = await listConnections(context);
    if (known.some((one) => one.ownerId === caller.userId && String(one.email).toLowerCase() === email.toLowerCase()))
      throw new AppError('conflict', `You have connected ${email} already. Change that connection, or disconnect it.`);
    const logins = givenLogins(imap, smtp);
    await checkLogins(
      services,
      trustedLogins(services, logins, caller.access),
      given.signal ?? new AbortController().signal,
    );
    const record = await createConnection(context, caller.userId, {
      provider,
      email,
      ...loginFields(logins),
      ...settings,
    });
    return { body: await viewConnection(context, record), location: `${connectionsRoute}/${record._id}` };
  },
});

import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { outsideTransaction } from '#core/context.ts';
import { invalid } from '#core/errors.ts';
import { readReturnTo } from '#core/return-to.ts';
import { connectionPath, connectionsRoute, imapInput, smtpInput } from '../connections/connection-input.ts';
import { connectionView, viewConnection } from '../connections/connection-view.ts';
import { startConsent } from '../connections/consent.ts';
import { trustedLogins } from '../connections/credentials.ts';
import { requireConnection } from '../connections/find-connection.ts';
import { givenLogins, loginFields } from '../connections/password-logins.ts';
import { saveConnection } from '../connections/save-connection.ts';
import { isProviderName } from '../connections/settings.ts';
import type { StoredServer } from '../connections/sql/stored-server.ts';
import { checkLogins } from '../servers/check-login.ts';

export const reconnectMailbox = defineAction({
  name: 'communications.reconnectMailbox',
  summary: 'Connects a mailbox again: with a new password, or by consent at the address that it gives',
  routes: [{ method: 'POST', path: `${connectionsRoute}/:id/reconnect` }],
  access: 'communications:write',
  waitsForOthers: true,
  input: Type.Object(
    {
      ...connectionPath,
      password: Type.Optional(Type.String({ minLength: 1, maxLength: 1000 })),
      imap: Type.Optional(imapInput),
      smtp: Type.Optional(smtpInput),
      returnTo: Type.Optional(Type.String({ maxLength: 500 })),
    },
    { additionalProperties: false },
  ),
  output: Type.Union([connectionView, Type.Object({ authorizationUrl: Type.String() })]),
  async run(given, { id: givenId, password, imap, smtp, returnTo }) {
    const context = outsideTransaction(given);
    const { services, caller } = context;
    const record = await requireConnection(context, givenId, 'change');
    const id = String(record._id);
    if (isProviderName(String(record.provider))) {
      const { url, cookie } = await startConsent(context, {
        provider: record.provider as never,
        userId: caller.userId as string,
        connectionId: id,
        email: String(record.email),
        returnTo: returnTo === undefined ? null : readReturnTo(returnTo),
      });
      return { body: { authorizationUrl: url }, cookies: [cookie] };
    }
    const known = { imap: record.imap as never as StoredServer, smtp: record.smtp as never as StoredServer };
    const imapPassword = imap?.password ?? password;
    if (imapPassword === undefined) throw invalid('password', 'required', 'is required');
    const logins = givenLogins(
      { ...(imap ?? known.imap), password: imapPassword },
      { ...(smtp ?? known.smtp), password: smtp?.password ?? imapPassword },
    );
    await checkLogins(
      services,
      trustedLogins(services, logins, caller.access),
      given.signal ?? new AbortController().signal,
    );
    const saved = await saveConnection(context, id, { ...loginFields(logins), status: 'active', error: null });
    return { body: await viewConnection(context, saved) };
  },
});

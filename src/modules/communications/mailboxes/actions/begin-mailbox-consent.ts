import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import type { Context } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { readReturnTo } from '#core/return-to.ts';
import { connectionsRoute } from '../connections/connection-input.ts';
import { startConsent } from '../connections/consent.ts';

export const beginMailboxConsent = defineAction({
  name: 'communications.beginMailboxConsent',
  summary: 'Sends the browser to a provider to connect a mailbox, or gives the address when JSON is accepted',
  routes: [{ method: 'GET', path: `${connectionsRoute}/connect` }],
  access: 'communications:write',
  errorPages: true,
  status: 302,
  input: Type.Object(
    {
      provider: Type.Union([Type.Literal('google'), Type.Literal('microsoft')]),
      returnTo: Type.Optional(
        Type.String({ maxLength: 500, description: 'A path of this site, to go to afterwards.' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Union([Type.Object({ authorizationUrl: Type.String() }), Type.Null()]),
  async run(context, { provider, returnTo }) {
    const { userId, keyId } = context.caller;
    if (userId === null || keyId !== undefined)
      throw new AppError('forbidden', 'A mailbox is connected by a person: sign in, rather than use an API key.');
    if (context.origin?.headers['sec-fetch-site'] === 'cross-site')
      throw new AppError('forbidden', 'Connecting a mailbox must begin on a page of this site.');
    const { url, cookie } = await startConsent(context, {
      provider,
      userId,
      connectionId: null,
      returnTo: returnTo === undefined ? null : readReturnTo(returnTo),
    });
    const cookies = [cookie];
    if (acceptsJson(context)) return { body: { authorizationUrl: url }, status: 200, cookies };
    return { body: null, redirect: url, cookies };
  },
});

const acceptsJson = ({ origin }: Context): boolean => /\bapplication\/json\b/i.test(String(origin?.headers.accept));

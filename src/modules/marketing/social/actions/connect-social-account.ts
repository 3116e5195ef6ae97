import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { outsideTransaction } from '#core/context.ts';
import { readReturnTo } from '#core/return-to.ts';
import { connectByCredentials } from '../connections/connect-by-credentials.ts';
import { connectionsRoute, connectionView, viewConnection } from '../connections/connection-view.ts';
import { startConsent } from '../connections/consent.ts';
import { requirePlatform } from '../connections/require-platform.ts';
import { saveConnection } from '../connections/save-connection.ts';

const text = (maxLength: number, description: string) => Type.Optional(Type.String({ maxLength, description }));

export const connectSocialAccount = defineAction({
  name: 'marketing.connectSocialAccount',
  summary: 'Connects a social account: with credentials, or by consent at the address that it gives',
  routes: [{ method: 'POST', path: `${connectionsRoute}/connect` }],
  access: 'marketing:write',
  waitsForOthers: true,
  input: Type.Object(
    {
      platform: Type.String({ maxLength: 30 }),
      name: text(255, 'The name of a webhook.'),
      url: text(2000, 'Of a webhook: where posts are sent.'),
      secret: text(1000, 'Of a webhook: signs the requests.'),
      server: text(500, 'Of Mastodon, or of a Bluesky account with a server of its own.'),
      accessToken: text(8000, 'Of Mastodon: from the settings of the account, under Development.'),
      handle: text(300, 'Of Bluesky, such as company.bsky.social.'),
      appPassword: text(1000, 'Of Bluesky: from the settings of the account, under App passwords.'),
      returnTo: text(500, 'Where the browser goes after the consent.'),
    },
    { additionalProperties: false },
  ),
  output: Type.Union([connectionView, Type.Object({ authorizationUrl: Type.String() })]),
  async run(given, { platform: name, returnTo, ...credentials }) {
    const context = outsideTransaction(given);
    const platform = await requirePlatform(context, name);
    if (platform.consent) {
      const to = returnTo === undefined ? null : readReturnTo(returnTo);
      const { url, cookie } = await startConsent(context, platform, to);
      return { body: { authorizationUrl: url }, cookies: [cookie] };
    }
    const values = await connectByCredentials(context, platform, credentials);
    const { record, isNew } = await saveConnection(context, values);
    return { body: viewConnection(record), status: isNew ? 201 : 200 };
  },
});

import { Type } from 'typebox';
import { type ActionContext, defineAction } from '#core/action.ts';
import type { Context } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { accountValues, tokenValues } from '../connections/connect-by-credentials.ts';
import { connectionView, viewConnection } from '../connections/connection-view.ts';
import { callbackRoute, finishConsent, type PendingConsent, socialConsent } from '../connections/consent.ts';
import { requirePlatform } from '../connections/require-platform.ts';
import { connectionsPage } from '../connections/require-reauthorization.ts';
import { saveConnection } from '../connections/save-connection.ts';

const parameter = Type.Optional(Type.String({ maxLength: 4096 }));

export const finishSocialConsent = defineAction({
  name: 'marketing.finishSocialConsent',
  summary: 'Connects the accounts of the user whom a social platform sent back',
  routes: [{ method: 'GET', path: callbackRoute }],
  access: 'public',
  errorPages: true,
  waitsForOthers: true,
  // Platforms send further parameters, which are ignored.
  input: Type.Object({ code: parameter, state: parameter, error: parameter }),
  output: Type.Union([Type.Object({ data: Type.Array(connectionView) }), Type.Null()]),
  async run(context, { code, state, error }) {
    const pending = socialConsent.read(context);
    if (!pending || pending.state !== state) throw notBegun();
    const acting = await actorOf(context, pending);
    const platform = await requirePlatform(acting, pending.platform);
    if (code === undefined || error !== undefined)
      throw new AppError(
        'unauthenticated',
        `The account was not connected, because access was refused at ${platform.label}.`,
      );
    const { tokens, accounts } = await finishConsent(acting, platform, code, pending);
    if (accounts.length === 0)
      throw new AppError('conflict', `${platform.label} named no account that posts can be published with.`);
    const records: RecordObject[] = [];
    for (const account of accounts) {
      const values = { ...tokenValues(tokens), ...accountValues(platform, account) };
      records.push((await saveConnection(acting, values)).record);
    }
    const cookies = [socialConsent.clear(context)];
    if (/\bapplication\/json\b/i.test(String(context.origin?.headers.accept)))
      return { body: { data: records.map(viewConnection) }, cookies };
    return { body: null, redirect: pending.returnTo ?? connectionsPage, status: 303, cookies };
  },
});

/** Returns the context of the user who began the consent. A user who was deactivated meanwhile cannot connect anything. */
async function actorOf(context: ActionContext, { tenantId, userId }: PendingConsent): Promise<Context> {
  const { directory } = context.services;
  const caller = await directory.actor(tenantId, userId);
  if (!caller) throw new AppError('unauthenticated', 'You are no longer signed in; sign in and begin again.');
  caller.access.requireScope('marketing:write');
  return { ...context, caller, registry: await directory.registry(tenantId) };
}

const notBegun = (): AppError =>
  new AppError(
    'unauthenticated',
    'This was not begun in this browser, was finished already or took longer than ten minutes; begin again in the settings of social accounts.',
  );

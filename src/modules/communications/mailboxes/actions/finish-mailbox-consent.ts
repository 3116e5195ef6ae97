import { Type } from 'typebox';
import { type ActionContext, defineAction } from '#core/action.ts';
import type { Context } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { keepToken } from '../connections/access-tokens.ts';
import { mailboxesPage } from '../connections/connection-input.ts';
import { connectionView, viewConnection } from '../connections/connection-view.ts';
import { atProvider, callbackRoute, consentFields, requireProvider } from '../connections/consent.ts';
import { mailboxConsent, type PendingConsent } from '../connections/consent-cookie.ts';
import { requireConnection } from '../connections/find-connection.ts';
import type { Consent } from '../connections/provider-client.ts';
import { createConnection, saveConnection } from '../connections/save-connection.ts';

const parameter = Type.Optional(Type.String({ maxLength: 4096 }));

export const finishMailboxConsent = defineAction({
  name: 'communications.finishMailboxConsent',
  summary: 'Connects the mailbox whose user the provider sent back',
  routes: [{ method: 'GET', path: callbackRoute }],
  access: 'public',
  errorPages: true,
  // Providers send further parameters, which are ignored.
  input: Type.Object({ code: parameter, state: parameter, error: parameter, iss: parameter }),
  output: Type.Union([connectionView, Type.Null()]),
  async run(context, { code, state, error, iss }) {
    const pending = mailboxConsent.read(context);
    if (!pending || pending.state !== state) throw notBegun();
    const provider = requireProvider(context.services, pending.provider);
    const callbackUrl = new URL(`${context.services.publicUrl()}${callbackRoute}`);
    for (const [name, value] of Object.entries({ code, state, error, iss }))
      if (value !== undefined) callbackUrl.searchParams.set(name, value);
    const acting = await actorOf(context, pending);
    const consent = await atProvider(
      context,
      pending.provider,
      ({ finishConsent }) => finishConsent(provider, callbackUrl, pending),
      error,
    );
    const record = await save(acting, pending, consent);
    const { accessToken, expiresAtMs } = consent;
    keepToken(context.services, String(record._id), { accessToken, expiresAtMs });
    const cookies = [mailboxConsent.clear(context)];
    if (/\bapplication\/json\b/i.test(String(context.origin?.headers.accept)))
      return { body: await viewConnection(acting, record), cookies };
    return { body: null, redirect: pending.returnTo ?? mailboxesPage, status: 303, cookies };
  },
});

/** Returns the context of the user who began the consent. A user who was deactivated meanwhile cannot connect anything. */
async function actorOf(context: ActionContext, { tenantId, userId }: PendingConsent): Promise<Context> {
  const { directory } = context.services;
  const caller = await directory.actor(tenantId, userId);
  if (!caller) throw new AppError('unauthenticated', 'You are no longer signed in; sign in and begin again.');
  caller.access.requireScope('communications:write');
  return { ...context, caller, registry: await directory.registry(tenantId) };
}

async function save(
  context: Context,
  { userId, provider, connectionId }: PendingConsent,
  consent: Consent,
): Promise<RecordObject> {
  const fields = consentFields(provider, consent);
  if (connectionId === null) return createConnection(context, userId, fields, 'update');
  const record = await requireConnection(context, connectionId, 'change');
  if (String(record.email).toLowerCase() !== consent.email)
    throw new AppError(
      'conflict',
      `You signed in as ${consent.email} at the provider, and the mailbox is ${record.email}. Begin again as that user.`,
    );
  return saveConnection(context, connectionId, { ...fields, status: 'active', error: null });
}

const notBegun = (): AppError =>
  new AppError(
    'unauthenticated',
    'This was not begun in this browser, was finished already or took longer than ten minutes; begin again in the settings of mailboxes.',
  );

import { createHmac, timingSafeEqual } from 'node:crypto';
import { Type } from 'typebox';
import { systemCaller } from '#core/access/caller.ts';
import { defineAction } from '#core/action.ts';
import { type Context, inTransaction } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { writeCounters } from '../../jobs/send-sms.ts';
import { smsProviderOf } from '../../sms/sms-setting.ts';
import { applyReport } from '../../sms/sql/messages.ts';

const statuses: Readonly<Record<string, 'sent' | 'delivered' | 'failed'>> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'failed',
  failed: 'failed',
};

/** The same answer for a wrong signature and an account that does not exist. */
const notFromProvider = () =>
  new AppError('forbidden', 'The request is not signed by the SMS provider of this account.');

export const receiveSmsStatus = defineAction({
  name: 'marketing.receiveSmsStatus',
  summary: 'Takes reports of Twilio about text messages, signed by Twilio',
  routes: [{ method: 'POST', path: '/api/marketing/sms-status/:accountKey' }],
  access: 'public',
  form: true,
  dryRunAllowed: false,
  input: Type.Object(
    {
      accountKey: Type.String({ maxLength: 40 }),
      MessageSid: Type.Optional(Type.String({ maxLength: 100 })),
      MessageStatus: Type.Optional(Type.String({ maxLength: 40 })),
      ErrorCode: Type.Optional(Type.String({ maxLength: 20 })),
    },
    { additionalProperties: true },
  ),
  output: Type.Object({ applied: Type.Boolean() }),
  async run(visit, { accountKey, ...form }) {
    const { services, origin } = visit;
    const tenant = await services.directory.tenantByKey(accountKey);
    if (!tenant) throw notFromProvider();
    const registry = await services.directory.registry(tenant.id);
    const context: Context = { ...visit, registry, caller: systemCaller(tenant.id, accountKey) };
    const found = await smsProviderOf(context);
    if (found?.provider.provider !== 'twilio') throw notFromProvider();
    const url = `${services.publicUrl()}/api/marketing/sms-status/${accountKey}`;
    requireSignature(found.secret, url, form, origin?.headers['x-twilio-signature']);
    const status = statuses[form.MessageStatus ?? ''];
    const sid = form.MessageSid;
    if (status === undefined || sid === undefined) return { body: { applied: false } };
    const error = form.ErrorCode ? `Twilio reported the error ${form.ErrorCode}.` : null;
    const channelId = await inTransaction(context, ({ tx }) => applyReport(tx, tenant.id, sid, status, error));
    if (channelId !== undefined) await writeCounters(context, channelId);
    return { body: { applied: channelId !== undefined } };
  },
});

/** Twilio signs the URL, followed by the names and values of the form in the order of the names. */
function requireSignature(
  token: string,
  url: string,
  form: Readonly<Record<string, unknown>>,
  given: string | string[] | undefined,
): void {
  const signed = Object.keys(form)
    .sort()
    .reduce((text, key) => `${text}${key}${String(form[key])}`, url);
  const wanted = createHmac('sha1', token).update(signed).digest();
  const found = Buffer.from(typeof given === 'string' ? given : '', 'base64');
  if (found.length !== wanted.length || !timingSafeEqual(found, wanted)) throw notFromProvider();
}

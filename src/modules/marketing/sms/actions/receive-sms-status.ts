import { Type } from 'typebox';
import { systemCaller } from '#core/access/caller.ts';
import { defineAction } from '#core/action.ts';
import { type Context, inTransaction } from '#core/context.ts';
import { reportText } from '../../../communications/contract.ts';
import { statusUrl } from '../provider/send-message.ts';
import { notFromProvider, requireTwilioSignature } from '../provider/signature.ts';
import { smsProviderOf } from '../provider/sms-setting.ts';
import { applyReport } from '../sql/messages.ts';
import { writeCounters } from '../write-counters.ts';

const statuses: Readonly<Record<string, 'sent' | 'delivered' | 'failed'>> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'failed',
  failed: 'failed',
};

export const receiveSmsStatus = defineAction({
  name: 'marketing.receiveSmsStatus',
  summary: 'Takes reports of Twilio about text messages, signed by Twilio',
  routes: [{ method: 'POST', path: '/api/marketing/sms-status/:accountKey' }],
  access: 'public',
  takes: { kind: 'form' },
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
    requireTwilioSignature(found.secret, statusUrl(context), form, String(origin?.headers['x-twilio-signature'] ?? ''));
    const status = statuses[form.MessageStatus ?? ''];
    const sid = form.MessageSid;
    if (status === undefined || sid === undefined) return { body: { applied: false } };
    const error = form.ErrorCode ? `Twilio reported the error ${form.ErrorCode}.` : null;
    const sender = await inTransaction(context, ({ tx }) => applyReport(tx, tenant.id, sid, status, error));
    if (sender && sender.channelId !== null) await writeCounters(context, sender.channelId);
    const applied = sender !== undefined || (await reportText(context, sid, status, error));
    return { body: { applied } };
  },
});

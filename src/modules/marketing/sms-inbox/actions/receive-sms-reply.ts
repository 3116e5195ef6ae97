import { Type } from 'typebox';
import { systemCaller } from '#core/access/caller.ts';
import { defineAction } from '#core/action.ts';
import { type Context, inTransaction } from '#core/context.ts';
import { notFromProvider, smsProviderOf } from '../../sms/contract.ts';
import { processReply } from '../process-reply.ts';
import { readReply } from '../read-reply.ts';

export const receiveSmsReply = defineAction({
  name: 'marketing.receiveSmsReply',
  summary:
    'Takes replies to text messages: a form signed by Twilio, or JSON {"id", "from", "text"} signed with the secret of the setting marketing.sms. STOP ends messages to the number, START allows them again',
  routes: [{ method: 'POST', path: '/api/marketing/sms-replies/:accountKey' }],
  access: 'public',
  takes: { kind: 'bytes', form: true },
  dryRunAllowed: false,
  // The response has no body, because Twilio would send it to the person who wrote.
  status: 204,
  input: Type.Object({ accountKey: Type.String({ maxLength: 40 }) }, { additionalProperties: false }),
  output: Type.Null(),
  async run(visit, { accountKey }) {
    const { services, origin, rawBody = Buffer.alloc(0) } = visit;
    const tenant = await services.directory.tenantByKey(accountKey);
    if (!tenant) throw notFromProvider();
    const registry = await services.directory.registry(tenant.id);
    const context: Context = { ...visit, registry, caller: systemCaller(tenant.id, accountKey) };
    const found = await smsProviderOf(context);
    if (!found) throw notFromProvider();
    const reply = readReply(found, {
      body: rawBody,
      url: `${services.publicUrl()}/api/marketing/sms-replies/${accountKey}`,
      header: (name) => String(origin?.headers[name] ?? ''),
    });
    await inTransaction(context, (within) => processReply(within, reply));
    return { body: null };
  },
});

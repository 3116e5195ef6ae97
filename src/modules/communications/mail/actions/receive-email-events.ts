import { Type } from 'typebox';
import { systemCaller } from '#core/access/caller.ts';
import { defineAction } from '#core/action.ts';
import { type Context, laneOf } from '#core/context.ts';
import { applyReportsIn } from '../delivery-reports/apply-reports.ts';
import { providers } from '../delivery-reports/providers/index.ts';
import { notFromProvider } from '../delivery-reports/providers/provider.ts';
import { readEventKeys } from '../delivery-reports/sql/read-event-keys.ts';

export const receiveEmailEvents = defineAction({
  name: 'communications.receiveEmailEvents',
  summary: 'Takes events of a mail provider: deliveries, bounces, complaints, opens and clicks, signed by the provider',
  routes: [{ method: 'POST', path: '/api/communications/email-events/:provider/:accountKey' }],
  access: 'public',
  takes: { kind: 'bytes' },
  bodyLimit: 1024 * 1024,
  // A rollback cannot undo that a subscription was confirmed.
  dryRunAllowed: false,
  input: Type.Object(
    {
      provider: Type.Union([
        Type.Literal('ses'),
        Type.Literal('sendgrid'),
        Type.Literal('postmark'),
        Type.Literal('mailgun'),
      ]),
      accountKey: Type.String({ maxLength: 40 }),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    received: Type.Integer({ description: 'Reports about mails in the request.' }),
    applied: Type.Integer({ description: 'Those that were new, and about mails of the account.' }),
  }),
  async run(context, { provider, accountKey }) {
    const { services, rawBody = Buffer.alloc(0), origin } = context;
    const tenant = await services.directory.tenantByKey(accountKey);
    // Answer as for a wrong signature, so that nobody learns which accounts exist.
    if (!tenant) throw notFromProvider();
    const sealed = await readEventKeys(laneOf(context, tenant.id), tenant.id, provider);
    const keys = sealed.map((key) => services.vault.decrypt(key));
    const header = (name: string) => {
      const value = origin?.headers[name];
      return typeof value === 'string' ? value : undefined;
    };
    const events = await providers[provider].read({ context, tenantId: tenant.id, body: rawBody, header, keys });
    const registry = await services.directory.registry(tenant.id);
    const within: Context = { ...context, registry, caller: systemCaller(tenant.id, accountKey) };
    try {
      const applied = await applyReportsIn(within, events.reports);
      return { body: { received: events.reports.length, applied } };
    } catch (error) {
      await events.release?.();
      throw error;
    }
  },
});

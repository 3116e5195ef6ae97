import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import type { Field } from '#core/fields/field.ts';
import { saveChange } from '#core/operations/update.ts';
import { newSecret } from '../delivery/signing.ts';
import { lockWebhook, onePath, webhookPath } from '../webhooks/find-webhook.ts';

const overlap = '24 hours';

export const rotateSecret = defineAction({
  name: 'integrations.rotateSecret',
  summary: 'Makes a new signing secret; the one before signs as well for 24 hours',
  routes: [{ method: 'POST', path: `${onePath}/rotate-secret` }],
  access: 'integrations:write',
  input: Type.Object(webhookPath, { additionalProperties: false }),
  output: Type.Object({
    _id: Type.String({ format: 'uuid' }),
    secret: Type.String({ description: 'Shown only in this answer.' }),
    previousSecretUntil: Type.String({ format: 'date-time' }),
  }),
  run: (context, { id }) =>
    inTransaction(context, async (writing) => {
      const { tx, caller } = writing;
      const { model, before } = await lockWebhook(writing, id);
      const [row] = await tx.query<{ until: Date }>(
        `update webhook_endpoints e set previous_secret = w.secret, previous_until = now() + interval '${overlap}'
         from integrations_webhooks w
         where e.tenant_id = $1::bigint and e.webhook_id = $2::uuid and w.tenant_id = e.tenant_id and w.id = e.webhook_id
         returning e.previous_until as until`,
        [caller.tenantId, before.id],
      );
      const secret = newSecret();
      await saveChange(writing, model, before, new Map([[model.fields.get('secret') as Field, secret]]));
      const body = { _id: before.id, secret, previousSecretUntil: (row?.until ?? new Date()).toISOString() };
      return { body, showsSecret: true };
    }),
});

import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import type { Field } from '#core/fields/field.ts';
import { saveChange } from '#core/operations/update.ts';
import { keepPreviousSecret } from '../sql/endpoints.ts';
import { lockWebhook, webhookPath, webhookRoute } from '../webhooks/find-webhook.ts';
import { newSecret } from '../webhooks/new-secret.ts';

/** The time in which the previous secret signs too. */
const overlap = '24 hours';

export const rotateSecret = defineAction({
  name: 'integrations.rotateSecret',
  summary: 'Creates a new signing secret; the previous one signs as well for 24 hours',
  routes: [{ method: 'POST', path: `${webhookRoute}/rotate-secret` }],
  access: 'integrations:write',
  input: Type.Object(webhookPath, { additionalProperties: false }),
  output: Type.Object({
    _id: Type.String({ format: 'uuid' }),
    secret: Type.String({ description: 'Shown only in this answer.' }),
    previousSecretUntil: Type.String({ format: 'date-time' }),
  }),
  run: (context, { id }) =>
    inTransaction(context, async (txContext) => {
      const { model, before } = await lockWebhook(txContext, id);
      const until = await keepPreviousSecret(txContext, before.id, overlap);
      const secret = newSecret();
      await saveChange(txContext, model, before, new Map([[model.fields.get('secret') as Field, secret]]));
      const body = { _id: before.id, secret, previousSecretUntil: until.toISOString() };
      return { body, showsSecret: true };
    }),
});

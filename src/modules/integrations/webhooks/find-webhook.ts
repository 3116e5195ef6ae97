import { Type } from 'typebox';
import type { Context, TransactionContext } from '#core/context.ts';
import { notFound } from '#core/errors.ts';
import type { Model } from '#core/models/model.ts';
import { invoke, operations } from '#core/operations/index.ts';
import type { SavedRow } from '#core/operations/statements.ts';
import { lockWithinReach } from '#core/operations/update.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { isId } from '#lib/ids.ts';
import { requireMayWrite } from './rules.ts';

export const webhookRoute = '/api/integrations/webhooks/:id';

export const webhookPath = { id: Type.String({ description: 'The id of the webhook.' }) };

function webhookModel({ registry }: Context): Model {
  const model = registry.find('integrations', 'webhooks');
  if (!model) throw new Error('integrations.webhooks is missing');
  return model;
}

const requireId = (id: string): string => {
  const lower = id.toLowerCase();
  if (!isId(lower)) throw notFound(`Webhook ${id}`);
  return lower;
};

/** A webhook that the caller may read. */
export async function findWebhook(context: Context, id: string): Promise<RecordObject> {
  const { body } = await invoke(context, operations.get, webhookModel(context), { id: requireId(id), query: {} });
  return JSON.parse(body) as RecordObject;
}

interface LockedWebhook {
  readonly model: Model;
  readonly before: SavedRow;
  readonly webhook: RecordObject;
}

/** A webhook that the caller may change, locked until the transaction ends. */
export async function lockWebhook(context: TransactionContext, id: string): Promise<LockedWebhook> {
  const model = webhookModel(context);
  const grant = context.caller.access.grant(model, 'write');
  const { before, previous } = await lockWithinReach(context, grant, requireId(id));
  await requireMayWrite(context, previous);
  return { model, before, webhook: previous };
}

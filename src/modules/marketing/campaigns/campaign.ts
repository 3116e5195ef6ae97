import type { Context, TransactionContext } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import type { Model } from '#core/models/model.ts';
import { invoke, operations } from '#core/operations/index.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { lockRuns } from './sql/runs.ts';

export function marketingModel({ registry }: Context, slug: string): Model {
  const model = registry.find('marketing', slug);
  if (!model) throw new Error(`the model marketing.${slug} is missing`);
  return model;
}

export async function readCampaign(context: Context, id: string): Promise<RecordObject> {
  const { body } = await invoke(context, operations.get, marketingModel(context, 'campaigns'), { id, query: {} });
  return JSON.parse(body) as RecordObject;
}

/** Changes a campaign for the caller. The lock on its row puts changes of its state in order. */
export async function changeState(
  context: TransactionContext,
  id: string,
  deed: string,
  from: readonly string[],
  values: (campaign: RecordObject) => RecordObject,
): Promise<RecordObject> {
  // Read it as the caller first, so that a campaign that the caller may not see is not found.
  await readCampaign(context, id);
  await lockRuns(context.tx, context.caller.tenantId, id);
  await context.tx.query(
    'select 1 from marketing_campaigns where tenant_id = $1::bigint and id = $2::uuid for no key update',
    [context.caller.tenantId, id],
  );
  const campaign = await readCampaign(context, id);
  const status = String(campaign.status ?? 'draft');
  if (!from.includes(status))
    throw new AppError(
      'conflict',
      `The campaign is ${status}: only a campaign that is ${from.join(' or ')} can be ${deed}.`,
    );
  const record = values(campaign);
  await invoke(context, operations.update, marketingModel(context, 'campaigns'), { id, record });
  return { ...campaign, ...record };
}

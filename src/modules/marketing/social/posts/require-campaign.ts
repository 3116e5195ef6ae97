import type { TransactionContext } from '#core/context.ts';
import { AppError, invalid } from '#core/errors.ts';
import type { Model } from '#core/models/model.ts';
import { invoke, operations } from '#core/operations/index.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { campaignChannelSocial, campaigns } from '../model-names.ts';

interface Links {
  readonly campaignId: string | null;
  readonly channelId: string | null;
}

/** The campaign and channel of a post. The caller must be allowed to read them. A channel determines its campaign. */
export async function requireCampaign(
  within: TransactionContext,
  campaignId: string | null,
  channelId: string | null,
): Promise<Links> {
  if (channelId !== null) {
    const channel = await read(within, campaignChannelSocial(within), 'channelId', channelId);
    const ofChannel = String(channel.campaignId);
    if (campaignId !== null && campaignId !== ofChannel)
      throw invalid('campaignId', 'invalid_value', 'must be the campaign of the channel');
    return { campaignId: ofChannel, channelId };
  }
  if (campaignId !== null) await read(within, campaigns(within), 'campaignId', campaignId);
  return { campaignId, channelId };
}

async function read(within: TransactionContext, model: Model, field: string, id: string): Promise<RecordObject> {
  try {
    const { body } = await invoke(within, operations.get, model, { id: id.toLowerCase(), query: {} });
    return JSON.parse(body) as RecordObject;
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found')
      throw invalid(field, 'reference_not_found', `must be the id of a record of ${model.name}`);
    throw error;
  }
}

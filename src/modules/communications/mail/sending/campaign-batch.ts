import { type Static, Type } from 'typebox';
import type { Context } from '#core/context.ts';
import { invalid } from '#core/errors.ts';
import { findCampaign } from './find-campaign.ts';
import { batchInput, contentInput, envelopeInput } from './message-input.ts';
import { type BatchInput, maxBatchRecipients } from './send-batch.ts';

const ids = Type.Array(Type.String({ format: 'uuid' }), { maxItems: 100 });
const noAudience = { emailListIds: [], segmentIds: [], excludedSegmentIds: [] };

export const campaignEmailInput = Type.Object(
  {
    campaignId: Type.String({ format: 'uuid', description: 'A campaign of marketing or of communications.' }),
    to: Type.Optional(
      Type.Union([Type.String(), Type.Array(Type.Unknown(), { minItems: 1, maxItems: maxBatchRecipients })], {
        description: 'An address or a list of recipients. Left out: the audience of the campaign.',
      }),
    ),
    audience: Type.Optional(
      Type.Object(
        { emailListIds: ids, segmentIds: ids, excludedSegmentIds: ids },
        { additionalProperties: false, description: 'In place of the audience of the campaign.' },
      ),
    ),
    campaignChannelId: Type.Optional(
      Type.String({
        format: 'uuid',
        description: 'A record of marketing/campaignChannelEmails, whose counters count these mails.',
      }),
    ),
    ...contentInput,
    ...envelopeInput,
    ...batchInput,
  },
  { additionalProperties: false },
);

/** Builds the mailing of a campaign. Values omitted from the request come from the campaign. */
export async function campaignBatch(
  context: Context,
  { campaignId, to, audience: given, ...input }: Static<typeof campaignEmailInput>,
): Promise<BatchInput> {
  const { field, name, audience: audienceOfCampaign, ...own } = await findCampaign(context, campaignId);
  const audience = given ?? audienceOfCampaign;
  if (to !== undefined && given) throw invalid('audience', 'conflict', 'and to cannot be given together');
  const recipients: readonly unknown[] = to === undefined ? [] : typeof to === 'string' ? [to] : to;
  const isEmpty = audience.emailListIds.length + audience.segmentIds.length === 0;
  if (to === undefined && isEmpty)
    throw invalid('to', 'required', 'is required, because the campaign has no lists and no segments');
  const hasContent = input.templateId !== undefined || input.html !== undefined || input.text !== undefined;
  const { templateId, html, text, ...rest } = own;
  const content = hasContent ? rest : templateId === undefined ? { ...rest, html, text } : { ...rest, templateId };
  return {
    ...content,
    ...input,
    type: 'campaign',
    name,
    recipients,
    [field]: campaignId,
    audience: to === undefined ? audience : noAudience,
  };
}

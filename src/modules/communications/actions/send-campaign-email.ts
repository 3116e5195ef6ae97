import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { invalid } from '#core/errors.ts';
import { batchAnswer } from '../sending/batch-answer.ts';
import { findCampaign } from '../sending/find-campaign.ts';
import { contentInput, envelopeInput } from '../sending/message-input.ts';
import { maxBatchRecipients, sendBatch } from '../sending/send-batch.ts';

const bodyLimit = 32_000_000;
const ids = Type.Array(Type.String({ format: 'uuid' }), { maxItems: 100 });
const noAudience = { emailListIds: [], segmentIds: [], excludedSegmentIds: [] };

export const sendCampaignEmail = defineAction({
  name: 'communications.sendCampaignEmail',
  summary: 'Sends a mail of a campaign to its audience, or to given recipients',
  routes: [{ method: 'POST', path: '/api/communications/campaign-email/send' }],
  access: 'marketing:write',
  status: 202,
  bodyLimit,
  input: Type.Object(
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
      ...contentInput,
      ...envelopeInput,
    },
    { additionalProperties: false },
  ),
  output: batchAnswer,
  run: async (context, { campaignId, to, audience: given, ...input }) => {
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
    const batch = { ...content, ...input, type: 'campaign' as const, name, recipients, [field]: campaignId };
    return {
      body: (await sendBatch(context, { ...batch, audience: to === undefined ? audience : noAudience })) as never,
    };
  },
});

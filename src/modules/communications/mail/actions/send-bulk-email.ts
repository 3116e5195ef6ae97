import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { invalid } from '#core/errors.ts';
import { batchAnswer } from '../sending/batch-answer.ts';
import { findCampaign } from '../sending/find-campaign.ts';
import { batchInput, contentInput, envelopeInput } from '../sending/message-input.ts';
import { maxBatchRecipients, sendBatch } from '../sending/send-batch.ts';

const bodyLimit = 32_000_000;

export const sendBulkEmail = defineAction({
  name: 'communications.sendBulkEmail',
  summary: 'Sends a mail to many recipients',
  routes: [{ method: 'POST', path: '/api/communications/bulk-email/send' }],
  access: 'communications:write',
  status: 202,
  bodyLimit,
  input: Type.Object(
    {
      recipients: Type.Optional(
        Type.Array(Type.Unknown(), {
          minItems: 1,
          maxItems: maxBatchRecipients,
          description: 'Addresses, or `{email, contactId, leadId, name, variables}`.',
        }),
      ),
      emailListId: Type.Optional(Type.String({ format: 'uuid', description: 'In place of recipients.' })),
      segmentId: Type.Optional(Type.String({ format: 'uuid', description: 'In place of recipients.' })),
      name: Type.Optional(Type.String({ maxLength: 255, description: 'A name for the mailing.' })),
      campaignId: Type.Optional(
        Type.String({
          format: 'uuid',
          description: 'A campaign of marketing or of communications that the mails belong to.',
        }),
      ),
      ...contentInput,
      ...envelopeInput,
      ...batchInput,
    },
    { additionalProperties: false },
  ),
  output: batchAnswer,
  run: async (context, { recipients, emailListId, segmentId, campaignId, ...input }) => {
    const given = [recipients, emailListId, segmentId].filter((one) => one !== undefined);
    if (given.length !== 1)
      throw invalid('recipients', 'one_of_required', 'or emailListId or segmentId is required, and only one of them');
    const audience = {
      emailListIds: emailListId === undefined ? [] : [emailListId],
      segmentIds: segmentId === undefined ? [] : [segmentId],
      excludedSegmentIds: [],
    };
    const campaign = campaignId === undefined ? undefined : await findCampaign(context, campaignId);
    const batch = { ...input, ...(campaign && { [campaign.field]: campaignId }), type: 'bulk' as const, audience };
    return { body: (await sendBatch(context, { ...batch, recipients: recipients ?? [] })) as never };
  },
});

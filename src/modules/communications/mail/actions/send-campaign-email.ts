import { defineAction } from '#core/action.ts';
import { batchAnswer } from '../sending/batch-answer.ts';
import { campaignBatch, campaignEmailInput } from '../sending/campaign-batch.ts';
import { sendBatch } from '../sending/send-batch.ts';

const bodyLimit = 32_000_000;

export const sendCampaignEmail = defineAction({
  name: 'communications.sendCampaignEmail',
  summary: 'Sends a mail of a campaign to its audience, or to given recipients',
  routes: [{ method: 'POST', path: '/api/communications/campaign-email/send' }],
  access: 'marketing:write',
  status: 202,
  bodyLimit,
  input: campaignEmailInput,
  output: batchAnswer,
  run: async (context, input) => ({
    body: (await sendBatch(context, await campaignBatch(context, input))) as never,
  }),
});

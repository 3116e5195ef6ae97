import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { campaignBatch, campaignEmailInput } from '../sending/campaign-batch.ts';
import { checkBatch } from '../sending/send-batch.ts';

const bodyLimit = 32_000_000;

export const checkCampaignEmail = defineAction({
  name: 'communications.checkCampaignEmail',
  summary: 'Checks a mail of a campaign as sending it would, and sends nothing',
  routes: [{ method: 'POST', path: '/api/communications/campaign-email/check' }],
  access: 'marketing:write',
  bodyLimit,
  input: campaignEmailInput,
  output: Type.Object({
    ready: Type.Literal(true, { description: 'It can be sent. Otherwise the answer is the error of sending it.' }),
  }),
  async run(context, input) {
    await checkBatch(context, await campaignBatch(context, input));
    return { body: { ready: true as const } };
  },
});

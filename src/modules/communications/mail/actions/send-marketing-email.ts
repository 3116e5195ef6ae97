import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { emailRecord } from '../sending/email-record.ts';
import { findCampaign } from '../sending/find-campaign.ts';
import { singleInput } from '../sending/message-input.ts';
import { sendSingle } from '../sending/send-single.ts';

const bodyLimit = 4_000_000;

/** The path is of marketing; the mail is a record of this module. */
export const sendMarketingEmail = defineAction({
  name: 'marketing.sendMarketingEmail',
  summary: 'Sends a mail of a campaign to one person',
  routes: [{ method: 'POST', path: '/api/marketing/send-marketing-email' }],
  access: 'marketing:write',
  status: 202,
  bodyLimit,
  input: Type.Object(singleInput, { additionalProperties: false }),
  output: emailRecord,
  run: async (context, input) => {
    const campaign = input.campaignId === undefined ? undefined : await findCampaign(context, input.campaignId);
    const options = { type: 'marketing' as const, ...(campaign && { campaignField: campaign.field }) };
    return { text: await sendSingle(context, input, options) };
  },
});

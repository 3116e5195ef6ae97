import { defineModule } from '#core/modules/module.ts';
import { automationPart } from './automation/index.ts';
import { campaignPart } from './campaigns/index.ts';
import { segmentPart } from './segments/index.ts';
import { sitePart } from './sites/index.ts';
import { smsPart } from './sms/index.ts';
import { smsInboxPart } from './sms-inbox/index.ts';
import { socialPart } from './social/index.ts';

export const marketing = defineModule({
  key: 'marketing',
  label: 'Marketing',
  parts: [segmentPart, campaignPart, automationPart, socialPart, smsPart, smsInboxPart, sitePart],
  tables: ['campaign_touches'],
});

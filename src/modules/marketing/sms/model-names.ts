import { modelNamed } from '#core/models/model-named.ts';

/** Models as a tenant has them, with its custom fields. */
export const campaignChannelSms = modelNamed('marketing', 'campaignChannelSms');
export const smsOptOuts = modelNamed('marketing', 'smsOptOuts');

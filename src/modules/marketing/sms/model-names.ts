import { modelNamed } from '#core/models/model-named.ts';

/** The models of a tenant, with its custom fields. */
export const campaignChannelSms = modelNamed('marketing', 'campaignChannelSms');
export const smsOptOuts = modelNamed('marketing', 'smsOptOuts');

import { modelNamed } from '#core/models/model-named.ts';

/** The models of this module as a tenant has them, with its custom fields. */
export const emailSuppressions = modelNamed('communications', 'emailSuppressions');
export const emailLists = modelNamed('communications', 'emailLists');
export const emailListMembers = modelNamed('communications', 'emailListMembers');
export const emails = modelNamed('communications', 'emails');
export const communicationsCampaigns = modelNamed('communications', 'campaigns');
export const emailSnapshots = modelNamed('communications', 'emailSnapshots');
export const emailSnapshotContacts = modelNamed('communications', 'emailSnapshotContacts');
export const emailTemplates = modelNamed('communications', 'emailTemplates');
export const conversations = modelNamed('communications', 'conversations');
export const comments = modelNamed('communications', 'comments');
export const mailboxConnections = modelNamed('communications', 'mailboxConnections');
/** Models of another module. */
export const contacts = modelNamed('sales', 'contacts');
export const leads = modelNamed('sales', 'leads');

import type { Context } from '#core/context.ts';
import type { Model } from '#core/models/model.ts';

const modelNamed =
  (slug: string) =>
  ({ registry }: Pick<Context, 'registry'>): Model => {
    const model = registry.find('communications', slug);
    if (!model) throw new Error(`the model communications.${slug} is missing`);
    return model;
  };

/** The models of this module as a tenant has them, with its custom fields. */
export const emailSuppressions = modelNamed('emailSuppressions');
export const emailLists = modelNamed('emailLists');
export const emailListMembers = modelNamed('emailListMembers');
export const emails = modelNamed('emails');
export const communicationsCampaigns = modelNamed('campaigns');
export const emailSnapshots = modelNamed('emailSnapshots');
export const emailSnapshotContacts = modelNamed('emailSnapshotContacts');
export const emailTemplates = modelNamed('emailTemplates');
export const conversations = modelNamed('conversations');
export const comments = modelNamed('comments');
export const mailboxConnections = modelNamed('mailboxConnections');

import { grouped } from '#core/fields/field.ts';
import { choice, longText, references, text } from '#core/fields/index.ts';
import type { Audience } from '#core/models/declaration.ts';

/**
 * The content of a mail, or with `toStrangers` of a template or mailing, which is sent to many people without anybody reading it again: then
 * its plain texts are outward too. Its texts may exceed the default maximum of long texts; the body limit of a request bounds them.
 */
export const message = ({ toStrangers = false } = {}) =>
  grouped('Message', {
    subject: text({ maxLength: 998, search: true, outward: toStrangers }),
    html: longText({ label: 'HTML', maxLength: 1_000_000, outward: true }),
    text: longText({ label: 'Plain text', maxLength: 1_000_000, outward: toStrangers }),
  });

/** Users who see a mail or a conversation, besides permissions. The synchronisation of mailboxes sets these fields. */
export const viewers = () =>
  grouped('Access', {
    visibility: choice({
      options: ['private', 'linked', 'everyone'],
      default: 'everyone',
      readOnly: true,
      help: 'private: only the viewers. linked: also those who may read the contact.',
    }),
    viewerIds: references('identity.users', { label: 'Viewers', readOnly: true }),
    viewerTeamIds: references('identity.teams', { label: 'Teams of viewers', readOnly: true }),
  });

/** Administrators see no more of personal mail than other users. */
export const viewersAudience: Audience = {
  users: ['viewerIds'],
  viewerTeams: 'viewerTeamIds',
  visibility: 'visibility',
  linked: { key: 'contactId', model: 'sales.contacts' },
  hiddenFromAdmins: true,
};

import { choice, reference, references, text } from '#core/fields/index.ts';
import { contentFields, fileHooks } from '#core/files/file-hooks.ts';
import { defineModel } from '#core/models/declaration.ts';

/**
 * Files that were uploaded on their own, for use in mails and other records. Attachments of a personal mail are as
 * private as the mail.
 */
export const storedFiles = defineModel({
  slug: 'storedFiles',
  audience: {
    users: ['viewerIds'],
    viewerTeams: 'viewerTeamIds',
    visibility: 'visibility',
    linked: { key: 'contactId', model: 'sales.contacts' },
    hiddenFromAdmins: true,
  },
  fields: {
    name: text({ required: true, search: true }),
    ...contentFields(),
    visibility: choice({ options: ['private', 'linked', 'everyone'], default: 'everyone', readOnly: true }),
    viewerIds: references('identity.users', { label: 'Viewers', readOnly: true }),
    viewerTeamIds: references('identity.teams', { label: 'Teams of viewers', readOnly: true }),
    contactId: reference('sales.contacts', { label: 'Contact of the mail', readOnly: true }),
  },
  hooks: fileHooks,
});

import { choice, reference, references, text } from '#core/fields/index.ts';
import { contentFields, fileHooks } from '#core/files/file-hooks.ts';
import { defineModel } from '#core/models/model.ts';

/** Files that were uploaded by themselves, for mails and for other records to use. Attachments of personal mail are as personal as it is. */
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

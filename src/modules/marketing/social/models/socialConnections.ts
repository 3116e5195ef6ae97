import { choice, datetime, json, list, secret, text, url } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { platformNames } from '../platform-names.ts';

/** An account at a social platform. POST /api/marketing/social-connection/connect creates it. */
export const socialConnections = defineModel({
  slug: 'socialConnections',
  readOnly: true,
  // A deleted connection cannot be restored, because events hold no secrets: it could not sign in.
  permanent: true,
  uniqueTogether: [['platform', 'externalId']],
  fields: {
    platform: choice({ options: [...platformNames], strict: true, required: true, index: true }),
    name: text({ required: true, search: true }),
    handle: text({ search: true, help: 'The name of the account at the platform, such as @company.' }),
    externalId: text({ maxLength: 500, label: 'Id on the platform' }),
    avatarUrl: url({ label: 'Picture' }),
    profileUrl: url({ label: 'Profile' }),
    serverUrl: url({ label: 'Server', help: 'The server of the account, or the URL of a webhook.' }),
    status: choice({
      options: ['active', 'needsReauthorization', 'failing', 'disabled'],
      strict: true,
      default: 'active',
      index: true,
    }),
    error: text({ maxLength: 1000 }),
    limits: json({
      shape: 'object',
      help: 'What the server of the account takes, when that differs from others of its platform: maxLength, linkLength, maxMedia, maxImageBytes, maxVideoBytes.',
    }),
    scopes: list({ help: 'What the platform allows.' }),
    expiresAt: datetime({ label: 'Access ends' }),
    lastPublishedAt: datetime(),
    inboxReadAt: datetime({ label: 'Inbox read' }),
    metricsReadAt: datetime({ label: 'Metrics read' }),
    accessToken: secret({ maxLength: 8000 }),
    refreshToken: secret({ maxLength: 8000 }),
    appPassword: secret({ maxLength: 1000 }),
    webhookSecret: secret({ maxLength: 1000 }),
  },
});

import { Type } from 'typebox';
import type { RecordObject } from '#core/operations/validate.ts';

const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(type: T) => Type.Union([type, Type.Null()]);
const optionalText = nullable(Type.String());

export const connectionsRoute = '/api/marketing/social-connection';
export const connectionPath = { id: Type.String({ format: 'uuid', description: 'The id of the social connection.' }) };

/** A social account as users see it. */
export const connectionView = Type.Object({
  _id: Type.String(),
  platform: Type.String(),
  name: Type.String(),
  handle: optionalText,
  externalId: optionalText,
  avatarUrl: optionalText,
  profileUrl: optionalText,
  serverUrl: optionalText,
  status: Type.String({ description: 'active, needsReauthorization, failing or disabled.' }),
  error: nullable(Type.String({ description: 'Why it fails, or what a user has to do.' })),
  scopes: Type.Array(Type.String()),
  expiresAt: optionalText,
  lastPublishedAt: optionalText,
  inboxReadAt: optionalText,
  metricsReadAt: optionalText,
  ownerId: optionalText,
  createdAt: Type.String(),
});

const shown = Object.keys(connectionView.properties);

/** `record` is a record of socialConnections, as operations return it. */
export const viewConnection = (record: RecordObject): never =>
  Object.fromEntries(shown.map((key) => [key, record[key] ?? (key === 'scopes' ? [] : null)])) as unknown as never;

import type { Access } from '#core/access/access.ts';
import { recordSchema } from '#core/derive/schemas.ts';
import { type Change, recordChanges } from '#core/events/events.ts';
import type { JsonSchema } from '#core/fields/field.ts';
import { isTenantModel, type Model, withoutFields } from '#core/models/model.ts';
import type { Registry } from '#core/models/registry.ts';
import { EventPatterns } from './event-patterns.ts';

export const testEventType = 'webhook.test';

export interface EventType {
  readonly type: string;
  readonly description: string;
  readonly modelKey: string | null;
  readonly schema: JsonSchema;
}

/**
 * The JSON Schema of a delivery. `record` is the schema of the record; `more` has further properties of the body and of
 * its data.
 */
const bodySchema = (
  type: string,
  record: JsonSchema,
  more: { body?: JsonSchema; data?: JsonSchema } = {},
): JsonSchema => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    id: { type: 'string', format: 'uuid', description: 'Unique; use it to recognize repetitions.' },
    type: { const: type },
    timestamp: { type: 'string', format: 'date-time' },
    accountKey: { type: 'string' },
    ...more.body,
    data: {
      type: 'object',
      properties: { record, ...more.data },
      required: ['record', ...Object.keys(more.data ?? {})],
    },
  },
  required: ['id', 'type', 'timestamp', 'accountKey', 'data'],
});

const deleted: JsonSchema = {
  type: 'object',
  properties: { _id: { type: 'string', format: 'uuid' } },
  required: ['_id'],
  additionalProperties: false,
};

const restored: JsonSchema = {
  restored: { const: true, description: 'It was deleted and is restored; absent otherwise.' },
};

const derived: JsonSchema = {
  derived: {
    const: true,
    description:
      'Formulas and rollups changed because other records did; absent otherwise. The version is the same as before.',
  },
};

const previous: JsonSchema = {
  previous: {
    type: 'object',
    additionalProperties: true,
    description: 'The changed fields with their previous values.',
  },
};

/** The schema of a record in an event, which has no secret fields. */
function eventRecordSchema(model: Model): JsonSchema {
  const { properties, ...rest } = recordSchema(model) as { properties: Record<string, JsonSchema> };
  const shown = Object.entries(properties).filter(([key]) => !model.fields.get(key)?.type.seal);
  return { ...rest, properties: Object.fromEntries(shown), additionalProperties: false };
}

/** Event types of a model. Records that are deleted permanently, or are never deleted, cannot be restored. */
const changesOf = ({ permanent, removeSets }: Model): readonly Change[] =>
  permanent || removeSets ? recordChanges.filter((change) => change !== 'restored') : recordChanges;

function eventsOf(model: Model): EventType[] {
  const { key, label } = model;
  const record = eventRecordSchema(model);
  const noun = label.toLowerCase();
  return (
    [
      ['created', `A record of ${model.name} was created (${noun}).`, record, { body: restored }],
      ['updated', `A record of ${model.name} was changed (${noun}).`, record, { body: derived, data: previous }],
      ['deleted', `A record of ${model.name} was deleted (${noun}).`, deleted, {}],
      [
        'restored',
        `A deleted record of ${model.name} was restored (${noun}); sent as created to webhooks that do not name it.`,
        record,
        {},
      ],
    ] as const
  )
    .filter(([change]) => changesOf(model).includes(change))
    .map(([change, description, schema, more]) => {
      const type = `${key}.${change}`;
      return { type, description, modelKey: key, schema: bodySchema(type, schema, more) };
    });
}

const anyObject: JsonSchema = { type: 'object', additionalProperties: true };

const nullableText = { type: ['string', 'null'] };

/** The data of an account event: the user and the client. Further properties depend on the type. */
const accountEvent: JsonSchema = {
  type: 'object',
  properties: { userId: nullableText, email: nullableText, ip: nullableText, agent: nullableText },
  required: ['ip', 'agent'],
  additionalProperties: true,
};

/** Events that a webhook gets only if a pattern names them, or is `security.*`. */
const accountEvents: Readonly<Record<string, string>> = {
  signedIn: 'A user signed in.',
  signInFailed: 'Somebody failed to sign in.',
  locked: 'Sign-ins with an address were locked after too many failures.',
  unlocked: 'A lock of sign-ins was ended.',
  signedOut: 'A user signed out.',
  sessionRevoked: 'A session was ended.',
  passwordChanged: 'A user changed the password.',
  resetRequested: 'A link to choose a new password was asked for.',
  passwordReset: 'A password was changed by a link of resetRequested.',
  emailVerified: 'A user verified an address.',
  emailChanged: 'The address of a user was changed.',
  registered: 'Somebody registered.',
  invited: 'Somebody was invited.',
  invitationAccepted: 'An invitation was accepted.',
  invitationRevoked: 'An invitation was revoked.',
  userDeactivated: 'A user was deactivated.',
  userActivated: 'A user was activated again.',
  rolesChanged: 'The roles of a user were changed.',
  permissionsChanged: 'The permissions of a role or the scopes of an API key were changed.',
  keyCreated: 'An API key was created.',
  keyUsed: 'An API key was used for the first time, from another address, or after an hour without use.',
  keyDeleted: 'An API key was deleted.',
  identityLinked: 'A sign-in at another provider was linked to a user.',
  identityUnlinked: 'A link to a sign-in at another provider was removed.',
  accountSuspended: 'The account was suspended.',
  accountReactivated: 'The account was reactivated.',
};

const id = { type: 'string', format: 'uuid' };

const websiteEvent = (more: JsonSchema): JsonSchema => {
  const properties: JsonSchema = { _id: id, name: { type: 'string' }, ...more };
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
};

const segmentEvent: JsonSchema = {
  type: 'object',
  properties: { segmentId: id, modelKey: { type: 'string' }, recordId: id },
  required: ['segmentId', 'modelKey', 'recordId'],
  additionalProperties: false,
};

const count = { type: 'integer', minimum: 0 };

const importEvent: JsonSchema = {
  type: 'object',
  properties: {
    _id: { type: 'string', format: 'uuid' },
    model: { type: 'string', description: 'module.slug' },
    mode: { enum: ['create', 'update', 'upsert'] },
    fileName: { type: 'string' },
    total: count,
    created: count,
    updated: count,
    unchanged: count,
    failed: count,
    durationMs: count,
  },
  required: ['_id', 'model', 'mode', 'fileName', 'total', 'created', 'updated', 'unchanged', 'failed', 'durationMs'],
  additionalProperties: false,
};

const exportEvent: JsonSchema = {
  type: 'object',
  properties: {
    _id: id,
    name: { type: 'string', description: 'The name of the file.' },
    model: { type: 'string', description: 'module.slug' },
    format: { enum: ['csv', 'xlsx', 'jsonl'] },
    total: { type: 'integer' },
    rows: { type: 'integer' },
    size: { type: 'integer', description: 'The bytes of the file.' },
    scheduleId: { type: ['string', 'null'] },
    ownerId: { type: ['string', 'null'] },
    viewerIds: { type: 'array', items: id },
  },
  required: ['_id', 'name', 'model', 'format', 'total', 'rows', 'size'],
  additionalProperties: false,
};

/** Events other than changes of records. */
const otherEvents: readonly (readonly [string, string, JsonSchema])[] = [
  ...Object.entries(accountEvents).map(
    ([type, description]) => [`security.${type}`, description, accountEvent] as const,
  ),
  ['finance.payment.completed', 'A card payment succeeded.', anyObject],
  ['finance.payment.failed', 'A card payment failed.', anyObject],
  ['sync.completed', 'A sync with a vendor finished.', anyObject],
  ['sync.failed', 'A sync with a vendor failed.', anyObject],
  ['import.completed', 'An import finished. Its rows may have been rejected.', importEvent],
  ['export.completed', 'An export finished, and its file can be downloaded.', exportEvent],
  ['model.created', 'A model of the account’s own was created.', anyObject],
  ['model.updated', 'A model or its custom fields were changed.', anyObject],
  ['model.deleted', 'A model of the account’s own was deleted.', deleted],
  [
    'website.published',
    'A website was published, or an older release of it was put online again.',
    websiteEvent({
      url: { type: 'string' },
      releaseId: id,
      releaseNumber: { type: 'integer' },
      pages: { type: 'integer' },
    }),
  ],
  ['website.unpublished', 'A website was taken offline.', websiteEvent({})],
  [
    'website.domainLost',
    'A website is no longer shown at its domain, because the domain belongs to somebody else by now.',
    websiteEvent({ domain: { type: 'string' }, reason: { type: 'string' } }),
  ],
  ['segment.entered', 'A record entered a segment.', segmentEvent],
  ['segment.left', 'A record left a segment, or was deleted.', segmentEvent],
  ['tenant.updated', 'The account or its settings were changed.', anyObject],
  ['tenant.suspended', 'The account was suspended.', anyObject],
  ['tenant.reactivated', 'The account was reactivated.', anyObject],
  [
    testEventType,
    'A test, sent on demand to one webhook.',
    {
      type: 'object',
      properties: {
        _id: { type: 'string', format: 'uuid' },
        url: { type: 'string' },
        description: { type: ['string', 'null'] },
      },
      required: ['_id', 'url', 'description'],
    },
  ],
];

const otherTypes: readonly EventType[] = otherEvents.map(([type, description, record]) => ({
  type,
  description,
  modelKey: null,
  schema: bodySchema(type, record),
}));

/** Event types are cached for the product's models, which all tenants share. */
const cachedEvents = new WeakMap<Model, EventType[]>();

function cachedEventsOf(model: Model): EventType[] {
  let events = cachedEvents.get(model);
  if (!events) {
    events = eventsOf(model);
    cachedEvents.set(model, events);
  }
  return events;
}

/** True when the pattern matches an event type of the account. */
export function matchesAnyType({ models }: Registry, pattern: string): boolean {
  const patterns = new EventPatterns([pattern]);
  return (
    models.some((model) => changesOf(model).some((change) => patterns.matches(`${model.key}.${change}`))) ||
    otherEvents.some(([type]) => patterns.matches(type))
  );
}

/** All event types, including those of the tenant's custom models, without fields that are hidden from the caller. */
export function eventCatalogue(registry: Registry, access: Access): readonly EventType[] {
  const ofModels = registry.models.flatMap((model) => {
    const shown = withoutFields(model, access.hiddenFields(model));
    return shown === model && !isTenantModel(model) ? cachedEventsOf(model) : eventsOf(shown);
  });
  return [...ofModels, ...otherTypes];
}

import type { Context } from '#core/context.ts';
import { readsAccountEvents } from '#core/events/event-access.ts';
import { type JsonValue, Problem } from '#core/fields/field.ts';
import { boolean, datetime, list, longText, reference, secret, text, url } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { requireOutgoingUrl } from '#core/outgoing-url.ts';
import { hasOneStarPerWord, isEventPattern, maxPatterns, namesAccountEvents } from '../events/event-patterns.ts';
import { webhookHooks } from '../webhooks/hooks.ts';

export const webhooks = defineModel({
  slug: 'webhooks',
  title: 'url',
  putMerges: true,
  permanent: true,
  hooks: webhookHooks,
  shownOnWrite: {
    warnings: {
      type: 'array',
      description: 'Event types that match no event of this account; absent when there are none.',
      items: {
        type: 'object',
        properties: { field: { type: 'string' }, code: { type: 'string' }, message: { type: 'string' } },
        required: ['field', 'code', 'message'],
      },
    },
  },
  fields: {
    url: url({
      required: true,
      search: true,
      label: 'URL',
      rule: (value, { services }) => requireOutgoingUrl(String(value), services),
      help: 'An https address that is reachable from the Internet, without user name and password.',
      example: 'https://example.com/hooks/atrium',
    }),
    events: list({
      required: true,
      example: ['contact.created'],
      search: true,
      rule: requireEventTypes,
      help: 'Types of events or patterns: contact.created, contact.*, *.deleted or *; 1 to 100.',
    }),
    description: longText({ search: true }),
    active: boolean({ default: true }),
    secret: secret({ readOnly: true }),
    pausedAt: datetime({ readOnly: true }),
    pausedReason: text({ readOnly: true, maxLength: 1000 }),
    ownerId: reference('identity.users', {
      label: 'Owner',
      defaultFrom: 'caller',
      furtherRules: true,
      help: 'The user whose permissions decide what is delivered. Only an admin chooses another one than themselves.',
    }),
  },
});

function requireEventTypes(value: JsonValue, { caller }: Context): void {
  const types = value as string[];
  if (types.length === 0) throw new Problem('required', 'must name at least one type of event');
  if (types.length > maxPatterns) {
    throw new Problem(
      'out_of_range',
      `holds ${types.length} entries, and ${maxPatterns} is the most: use patterns such as contact.*, or several webhooks`,
    );
  }
  const wrong = types.find((type) => !isEventPattern(type));
  if (wrong !== undefined) {
    throw new Problem(
      'invalid_format',
      `holds "${wrong.slice(0, 100)}", which is not a type such as contact.created, contact.*, *.deleted or *`,
    );
  }
  const stars = types.find((type) => !hasOneStarPerWord(type));
  if (stars !== undefined) {
    throw new Problem(
      'invalid_format',
      `holds "${stars.slice(0, 100)}", which has more than one * between two dots: write one, as in contact.cr*`,
    );
  }
  if (namesAccountEvents(types) && caller.userId !== null && !readsAccountEvents(caller.access))
    throw new Problem('missing_scope', 'names security events, which need the permission identity:admin');
}

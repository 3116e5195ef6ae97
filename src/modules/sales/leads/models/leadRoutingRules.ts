import { boolean, choice, integer, json, longText, reference, references, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { routingRuleHooks } from '../hooks/routing-rule-hooks.ts';

/** Gives leads without an owner to users. The first rule in the order of `position` that a lead matches decides. */
export const leadRoutingRules = defineModel({
  slug: 'leadRoutingRules',
  owned: false,
  writeNeedsAdmin: true,
  requiresOneOf: ['userIds', 'teamId'],
  hooks: routingRuleHooks,
  fields: {
    name: text({ required: true, search: true, index: true, maxLength: 200 }),
    description: longText({ search: true }),
    position: integer({ default: 0, index: true }),
    filter: json({
      shape: 'object',
      furtherRules: true,
      help: 'Leads that match it, in the format of lists. Empty for all leads.',
      example: { mailingCountry: 'DE' },
    }),
    method: choice({
      options: [
        { value: 'user', label: 'First available user' },
        { value: 'roundRobin', label: 'In turn' },
        { value: 'leastBusy', label: 'Fewest open leads' },
      ],
      strict: true,
      default: 'user',
    }),
    userIds: references('identity.users', { label: 'Users' }),
    teamId: reference('identity.teams', { label: 'Team', help: 'Its members get leads too.' }),
    weights: json({
      furtherRules: true,
      help: 'Shares of the users: a number from 1 to 100 for each user id, or a list in the order of the users. Default: 1.',
      example: {},
    }),
    active: boolean({ default: true }),
  },
});

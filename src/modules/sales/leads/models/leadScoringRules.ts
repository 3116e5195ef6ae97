import { boolean, choice, integer, json, longText, number, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { scoringRuleHooks } from '../hooks/scoring-rule-hooks.ts';

/** Gives leads or contacts points while they match a filter, or for events. */
export const leadScoringRules = defineModel({
  slug: 'leadScoringRules',
  owned: false,
  writeNeedsAdmin: true,
  requiresOneOf: ['filter', 'eventType'],
  hooks: scoringRuleHooks,
  fields: {
    name: text({ required: true, search: true, index: true, maxLength: 200 }),
    description: longText({ search: true }),
    modelKey: choice({
      options: ['leads', 'contacts'],
      strict: true,
      default: 'leads',
      label: 'Scores',
    }),
    filter: json({
      shape: 'object',
      furtherRules: true,
      help: 'The rule applies to records that match it, in the format of lists.',
      example: { rating: 'hot' },
    }),
    eventType: text({
      maxLength: 100,
      label: 'Event',
      furtherRules: true,
      help: 'Gives the points once for each event, such as email.opened, email.clicked, form.submitted or activity.created.',
      example: 'form.submitted',
    }),
    points: number({ required: true, min: -1000, max: 1000 }),
    decayDays: integer({
      min: 1,
      max: 3650,
      label: 'Decays in days',
      help: 'The points of an event fall to 0 within this time.',
    }),
    active: boolean({ default: true }),
  },
});

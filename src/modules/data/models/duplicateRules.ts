import { boolean, choice, list, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { duplicateRuleHooks } from '../duplicates/rule-hooks.ts';

/** Rules by which records that were entered twice are found. */
export const duplicateRules = defineModel({
  slug: 'duplicateRules',
  title: 'model',
  owned: false,
  fields: {
    model: text({
      required: true,
      index: true,
      maxLength: 130,
      furtherRules: true,
      help: 'Names a model: a slug such as contacts, a model key such as contact, or module.slug, which is stored.',
      example: 'sales.contacts',
    }),
    match: list({
      required: true,
      label: 'Matching fields',
      furtherRules: true,
      help: 'One to five fields of the model. Records are duplicates when all of them agree and none is empty.',
      example: ['email'],
    }),
    method: choice({
      strict: true,
      options: ['exact', 'normalized', 'similar'],
      default: 'normalized',
      help: 'normalized ignores case, accents, spaces and punctuation; similar accepts slips of the pen in texts.',
    }),
    onCreate: choice({
      strict: true,
      options: ['allow', 'warn', 'block'],
      default: 'allow',
      label: 'When a duplicate is created',
    }),
    active: boolean({ default: true }),
  },
  hooks: duplicateRuleHooks,
});

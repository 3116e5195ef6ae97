import { longText, number, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';

const price = (help: string, required: boolean) => number({ min: 0, max: 1_000_000, required, help });

/**
 * The tenant's prices for tokens of a model, in US dollars. The most exact pattern wins. They override the list prices
 * in the code.
 */
export const aiModelPrices = defineModel({
  slug: 'aiModelPrices',
  label: 'AI model price',
  labelPlural: 'AI model prices',
  title: 'pattern',
  owned: false,
  writeNeedsAdmin: true,
  fields: {
    pattern: text({
      required: true,
      unique: true,
      search: true,
      maxLength: 200,
      help: 'The name of a model, or of several with *: gpt-5, claude-*, openai/my-own.',
    }),
    inputPrice: price('For a million tokens of input.', true),
    cachedInputPrice: price('For a million tokens of input that the provider had cached; as input when empty.', false),
    outputPrice: price('For a million tokens of output.', true),
    notes: longText({ search: true }),
  },
});

import { type FieldDeclaration, type FieldOptions, Problem } from './field.ts';
import { text } from './text.ts';

/** The name of a model of the tenant: `contacts`, `contact` or `sales.contacts`. */
export const modelKey = (options: FieldOptions = {}): FieldDeclaration =>
  text({
    label: 'Model',
    help: 'Names a model: a slug such as contacts, a model key such as contact, or module.slug.',
    example: 'contacts',
    options: ['contacts', 'accounts', 'opportunities'],
    maxLength: 130,
    ...options,
    rule: (value, { registry }) => {
      if (registry.named(String(value)) === undefined) {
        throw new Problem('unknown_model', 'must name a model: a slug, a model key or module.slug');
      }
    },
  });

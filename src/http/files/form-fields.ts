import { invalid } from '#core/errors.ts';
import { Problem } from '#core/fields/field.ts';
import type { Model } from '#core/models/model.ts';

/**
 * Converts the parts of a form, which are texts, as their fields convert a query. Unknown parts stay, so that they are
 * refused by name.
 */
export function fieldsOfForm({ fields }: Model, form: Readonly<Record<string, string>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(form).map(([key, text]) => {
      const field = fields.get(key);
      try {
        return [key, field && !field.type.array ? field.type.parse(text, field) : text];
      } catch (error) {
        if (error instanceof Problem) throw invalid(key, error.code, error.message);
        throw error;
      }
    }),
  );
}

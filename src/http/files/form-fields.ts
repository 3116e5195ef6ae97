import { invalid } from '#core/errors.ts';
import { Problem } from '#core/fields/field.ts';
import type { Model } from '#core/models/model.ts';

/** The parts of a form are texts: each is read as its field reads a query. Unknown parts stay, to be refused by name. */
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

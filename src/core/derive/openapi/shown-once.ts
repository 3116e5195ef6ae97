import type { Field, JsonSchema } from '../../fields/field.ts';
import type { Model } from '../../models/model.ts';
import { exampleRecord } from '../schemas.ts';

/** Secrets that the platform generates. Only the response that creates the record contains them. */
export const shownOnce = ({ stored }: Model): Field[] => stored.filter((field) => field.type.seal && field.readOnly);

/** An example of the response that creates a record. */
export const createdExample = (model: Model): JsonSchema => ({
  ...exampleRecord(model),
  ...Object.fromEntries(shownOnce(model).map((field) => [field.key, field.type.example(field, 1)])),
});

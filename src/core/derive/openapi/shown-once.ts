import type { Field, JsonSchema } from '../../fields/field.ts';
import type { Model } from '../../models/model.ts';
import { exampleRecord } from '../schemas.ts';

/** Secrets that the platform makes: shown in the answer that makes the record, and never again. */
export const shownOnce = ({ stored }: Model): Field[] => stored.filter((field) => field.type.seal && field.readOnly);

/** The example of the answer that makes a record. */
export const createdExample = (model: Model): JsonSchema => ({
  ...exampleRecord(model),
  ...Object.fromEntries(shownOnce(model).map((field) => [field.key, field.type.example(field, 1)])),
});

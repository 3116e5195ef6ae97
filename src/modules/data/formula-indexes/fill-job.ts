import { Type } from 'typebox';
import { defineJob } from '#core/jobs/job.ts';
import { readRegistry } from '#core/models/tenant-registry.ts';
import { readIndexes } from '../sql/formula-indexes.ts';
import { fillIndex } from './fill-index.ts';
import { indexedField } from './indexed-field.ts';

/** Copies the values of a formula that was marked as indexed, or that changed. */
export const fillFormulaIndex = defineJob({
  name: 'data.fill-formula-index',
  summary: 'Copies the values of a formula to its index, so that filters use it',
  input: Type.Object({ id: Type.String({ format: 'uuid' }) }, { additionalProperties: false }),
  key: ({ id }) => id,
  async run(context, { id }, { signal }) {
    const index = (await readIndexes(context)).find((one) => one.id === id);
    const found = index?.state === 'building' ? indexedField(await readRegistry(context), id) : undefined;
    if (index && found) await fillIndex(context, { ...found, index }, signal);
  },
});

import { Type } from 'typebox';
import { defineJob } from '#core/jobs/job.ts';
import { removeCopies } from './remove-copies.ts';

/** Removes the copies of a formula that is not marked as indexed any more, or that changed. */
export const removeFormulaCopies = defineJob({
  name: 'data.remove-formula-copies',
  summary: 'Removes the copies of the values of a formula whose index was dropped',
  input: Type.Object({ id: Type.String({ format: 'uuid' }) }, { additionalProperties: false }),
  key: ({ id }) => id,
  run: (context, { id }, { signal }) => removeCopies(context, id, signal),
});

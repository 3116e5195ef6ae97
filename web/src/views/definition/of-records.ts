import type { Filter } from '~/api/records.ts';
import { type Model, modelName } from '~/metadata/model.ts';

/** Segments or workflows of records of a model. Their `modelKey` may have any of its three names. */
export const ofRecords = (model: Model): Filter => ({
  modelKey: { in: [...new Set([model.slug, model.modelKey, modelName(model)])] },
});

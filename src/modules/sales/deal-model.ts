import { modelNamed } from '#core/models/model-named.ts';

export const dealModel = modelNamed('sales', 'opportunities');

import { modelNamed } from '#core/models/model-named.ts';

export const exportRecords = modelNamed('data', 'exports');
export const exportSchedules = modelNamed('data', 'exportSchedules');

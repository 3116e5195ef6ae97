import { modelNamed } from '#core/models/model-named.ts';

export const workflowsModel = modelNamed('marketing', 'workflows');
export const stepsModel = modelNamed('marketing', 'workflowSteps');
export const enrollmentsModel = modelNamed('marketing', 'workflowEnrollments');
export const segmentsModel = modelNamed('marketing', 'segments');

/** The types of steps. A file in this folder carries out each of them. */
export const stepTypeNames = [
  'sendEmail',
  'sendSms',
  'wait',
  'branch',
  'split',
  'createRecord',
  'updateRecord',
  'deleteRecord',
  'createTask',
  'notify',
  'assign',
  'addTag',
  'removeTag',
  'addToList',
  'removeFromList',
  'score',
  'forEach',
  'enroll',
  'http',
  'ai',
  'approval',
  'goal',
  'exit',
] as const;

export type StepTypeName = (typeof stepTypeNames)[number];

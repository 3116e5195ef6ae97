/** The triggers of workflows. `read-trigger.ts` reads each of them. */
export const triggerNames = [
  'manual',
  'recordCreated',
  'recordUpdated',
  'recordDeleted',
  'segmentEntered',
  'segmentLeft',
  'formSubmitted',
  'emailOpened',
  'emailClicked',
  'emailReplied',
  'date',
  'schedule',
  'webhook',
  'event',
] as const;

export type TriggerName = (typeof triggerNames)[number];

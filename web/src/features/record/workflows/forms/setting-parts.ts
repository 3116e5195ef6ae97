import type { Part } from './parts.ts';

/** The settings of a workflow in the sections of their form. The keys are those of the record. */
export const settingSections = {
  enrolling: [
    { kind: 'filter', key: 'conditions' },
    { kind: 'records', key: 'segmentIds', of: 'marketing.segments' },
    { kind: 'records', key: 'excludedSegmentIds', of: 'marketing.segments' },
    { kind: 'flag', key: 'allowReenrollment' },
  ],
  leaving: [
    { kind: 'filter', key: 'goal', emptyIsNone: true },
    { kind: 'filter', key: 'exitConditions', emptyIsNone: true },
    { kind: 'flag', key: 'exitOnReply' },
    { kind: 'flag', key: 'exitOnUnsubscribe' },
  ],
  sending: [
    { kind: 'window', key: 'sendWindow' },
    { kind: 'choice', key: 'priority', options: ['low', 'normal', 'high'], required: true, help: 'sendPriority' },
    { kind: 'zone', key: 'timezone' },
  ],
} as const satisfies Readonly<Record<string, readonly Part[]>>;

export const sectionNames = Object.keys(settingSections) as (keyof typeof settingSections)[];

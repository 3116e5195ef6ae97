import type { JsonValue } from '#core/fields/field.ts';
import type { Sequence } from './kinds.ts';
import { stepsOf } from './read-messages.ts';
import { triggerOf } from './trigger-of.ts';

/** Fields that a workflow has from its sequence as they are. */
const copied = [
  'campaignId',
  'segmentIds',
  'excludedSegmentIds',
  'timezone',
  'sendWindow',
  'exitConditions',
  'exitOnReply',
  'exitOnUnsubscribe',
  'ownerId',
] as const;

const maxName = 255;

export const workflowName = ({ kind, record }: Sequence): string =>
  `${kind.prefix}: ${String(record.name)}`.slice(0, maxName);

/** The values of the workflow that carries out a sequence. Throws a 422 error that names the field of the sequence. */
export function workflowValues(sequence: Sequence): Record<string, JsonValue> {
  const { record } = sequence;
  return {
    name: workflowName(sequence),
    type: 'marketing',
    ...(triggerOf(record) as unknown as Record<string, JsonValue>),
    steps: stepsOf(sequence) as unknown as JsonValue,
    ...Object.fromEntries(copied.map((key) => [key, record[key] ?? null])),
  };
}

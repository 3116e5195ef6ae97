import { invalid } from '#core/errors.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import type { JsonObject } from '../definition/definition.ts';

/** What enrolls records in the workflow of a sequence. */
export interface SequenceTrigger {
  readonly trigger: string;
  readonly triggerConfig: JsonObject;
  readonly modelKey: 'contacts' | 'leads';
}

type Reader = (record: RecordObject) => Omit<SequenceTrigger, 'modelKey'> & Partial<SequenceTrigger>;

const plain =
  (trigger: string, triggerConfig: JsonObject = {}, modelKey?: 'leads'): Reader =>
  () => ({ trigger, triggerConfig, ...(modelKey && { modelKey }) });

const triggers: Readonly<Record<string, Reader>> = {
  manual: plain('manual'),
  segmentEntered: (record) => ({
    trigger: 'segmentEntered',
    triggerConfig: { segmentIds: requireSegments(record, 'whose new members are enrolled') },
  }),
  formSubmitted: plain('formSubmitted'),
  tagAdded: plain('recordUpdated', { fields: ['tags'] }),
  contactCreated: plain('recordCreated'),
  leadCreated: plain('recordCreated', {}, 'leads'),
  recordCreated: plain('recordCreated'),
  recordUpdated: plain('recordUpdated'),
  campaignStarted: atStart,
  date: atStart,
};

/** The trigger of a workflow for the trigger of a sequence. */
export function triggerOf(record: RecordObject): SequenceTrigger {
  const name = String(record.trigger ?? 'manual');
  const read = Object.hasOwn(triggers, name) ? triggers[name] : undefined;
  if (!read) throw invalid('trigger', 'invalid_value', `must be one of ${Object.keys(triggers).join(', ')}`);
  return { modelKey: 'contacts', ...read(record) };
}

/** Enrolls the members of the segments at the beginning of `startDate`. Without a date, people are enrolled by hand. */
function atStart(record: RecordObject): Omit<SequenceTrigger, 'modelKey'> {
  if (typeof record.startDate !== 'string') return { trigger: 'manual', triggerConfig: {} };
  // A schedule without segments would enroll every contact.
  requireSegments(record, 'whose members are enrolled on startDate');
  return { trigger: 'schedule', triggerConfig: { on: record.startDate, at: '00:00' } };
}

function requireSegments({ segmentIds }: RecordObject, why: string): string[] {
  if (!Array.isArray(segmentIds) || segmentIds.length === 0)
    throw invalid('segmentIds', 'required', `must have at least one segment, ${why}`);
  return segmentIds.map(String);
}

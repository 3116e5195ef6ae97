import type { JsonObject } from '../definition/definition.ts';
import { readConditions } from '../definition/read-config.ts';
import type { StepReading } from '../definition/reading.ts';
import type { Trigger } from './trigger.ts';

/** The `filter` of a trigger is about the records of the workflow. */
export const ownConditions = (reading: StepReading, config: JsonObject): Pick<Trigger, 'conditions'> => ({
  conditions: readConditions(reading, reading.model, config.filter, 'filter'),
});

import type { Context } from '#core/context.ts';
import type { Model } from '#core/models/model.ts';
import type { Calendar } from '#core/query/calendar.ts';
import type { WorkflowDefinition } from './definition.ts';

/** The context in which the configuration of a step is read. The caller is the owner of the workflow. */
export interface StepReading {
  readonly context: Context;
  readonly definition: WorkflowDefinition;
  readonly model: Model;
  readonly calendar: Calendar;
}

/** A part of the configuration of a step that is wrong. */
export class StepProblem extends Error {
  readonly part: string;
  readonly code: string;

  constructor(part: string, code: string, message: string) {
    super(message);
    this.part = part;
    this.code = code;
  }
}

import type { JsonValue } from '#core/fields/field.ts';

export type JsonObject = { readonly [key: string]: JsonValue };

/** The maximum of steps of a workflow. */
export const maxSteps = 200;

/** A definition is what a workflow does, as it was when it was activated. It is stored as JSON. */
export interface WorkflowDefinition {
  readonly name: string;
  /** The model of the records that go through the workflow: `sales.contacts`. */
  readonly model: string;
  readonly campaignId: string | null;
  readonly trigger: string;
  readonly triggerConfig: JsonObject;
  /** A filter that records must match when the trigger enrolls them. */
  readonly conditions: JsonObject | null;
  readonly segmentIds: readonly string[];
  readonly excludedSegmentIds: readonly string[];
  readonly allowReenrollment: boolean;
  readonly priority: 'low' | 'normal' | 'high';
  readonly timezone: string | null;
  readonly sendWindow: JsonObject | null;
  readonly goal: JsonObject | null;
  readonly exitConditions: JsonObject | null;
  readonly exitOnReply: boolean;
  readonly exitOnUnsubscribe: boolean;
  /** The first step is the beginning. */
  readonly steps: readonly StepDefinition[];
}

export interface StepDefinition {
  readonly key: string;
  /** The id of its record. */
  readonly id: string | null;
  readonly name: string | null;
  readonly type: string;
  readonly config: JsonObject;
  /** The key of the step that follows; null for the end. */
  readonly next: string | null;
}

import { createContext, useContext } from 'react';
import type { Model } from '~/metadata/model.ts';
import type { Place } from './change-flow.ts';
import type { Problems } from './problems.ts';
import type { Flow } from './step.ts';

/** Enrollments by their status: those that are in the workflow, one status, or those with a failed attempt. */
export type EnrollmentChoice = (typeof enrollmentChoices)[number];

export const enrollmentChoices = [
  'here',
  'active',
  'waiting',
  'paused',
  'completed',
  'exited',
  'failed',
  'failing',
] as const;

/**
 * What is open beside the flow: the form of a node, whose key is null for the trigger, another form, or the enrollments.
 * With `atProblem`, the first wrong input of the form has the focus.
 */
export type Opened =
  | { readonly kind: 'step'; readonly key: string | null; readonly atProblem?: boolean }
  | { readonly kind: 'settings'; readonly atProblem?: boolean }
  | { readonly kind: 'enrollments'; readonly step?: string; readonly status?: EnrollmentChoice }
  | { readonly kind: 'add'; readonly place: Place };

interface StepCounts {
  readonly entered: number;
  readonly done: number;
  /** The records that are at the step now. */
  readonly waiting: number;
  readonly skipped: number;
  /** Attempts that failed, also those that are repeated. */
  readonly failed: number;
  /** The part of those enrolled that came to the step, from 0 to 1. */
  readonly conversion: number | null;
  readonly opened?: number;
  readonly clicked?: number;
  readonly replied?: number;
}

export interface FlowState {
  readonly flow: Flow;
  /** The model of the records; undefined when the person may not see it. */
  readonly model: Model | undefined;
  readonly problems: Problems;
  readonly counts: ReadonlyMap<string, StepCounts>;
  readonly canWrite: boolean;
  /** Changes of the same `tag` one after another are one step of undo. */
  readonly change: (flow: Flow, tag?: string) => void;
  readonly open: (opened: Opened) => void;
}

const FlowContext = createContext<FlowState | undefined>(undefined);

export const FlowProvider = FlowContext.Provider;

export function useFlow(): FlowState {
  const state = useContext(FlowContext);
  if (!state) throw new Error('useFlow is used outside of the editor of a workflow');
  return state;
}

import { createContext, useContext } from 'react';
import type { Model } from '~/metadata/model.ts';
import type { Place } from './change-flow.ts';
import type { Problems } from './problems.ts';
import type { Flow } from './step.ts';

/** The node whose form is open. The key is null for the trigger. */
export type Opened =
  | { readonly kind: 'step'; readonly key: string | null }
  | { readonly kind: 'add'; readonly place: Place };

interface StepCounts {
  readonly entered: number;
  readonly waiting: number;
  readonly failed: number;
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

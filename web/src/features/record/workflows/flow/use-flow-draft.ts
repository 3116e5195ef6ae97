import { useEffect, useReducer } from 'react';
import type { RecordData } from '~/api/records.ts';
import { type Flow, flowOf, isSameFlow } from './step.ts';

interface State {
  readonly base: Flow;
  readonly version: number;
  readonly past: readonly Flow[];
  readonly flow: Flow;
  readonly future: readonly Flow[];
  readonly tag: string | undefined;
}

type Action =
  | { readonly do: 'change'; readonly flow: Flow; readonly tag: string | undefined }
  | { readonly do: 'undo' | 'redo' }
  | { readonly do: 'read' | 'take'; readonly record: RecordData };

const maxPast = 100;

const begin = (record: RecordData): State => {
  const flow = flowOf(record);
  return { base: flow, version: record.version, past: [], flow, future: [], tag: undefined };
};

function changed(state: State, flow: Flow, tag: string | undefined): State {
  if (isSameFlow(flow, state.flow)) return state;
  const continues = tag !== undefined && tag === state.tag;
  const past = continues ? state.past : [...state.past, state.flow].slice(-maxPast);
  return { ...state, past, flow, future: [], tag };
}

function reduce(state: State, action: Action): State {
  if (action.do === 'change') return changed(state, action.flow, action.tag);
  if (action.do === 'take') return begin(action.record);
  if (action.do === 'read') return read(state, action.record);
  const isUndo = action.do === 'undo';
  const target = isUndo ? state.past.at(-1) : state.future[0];
  if (!target) return state;
  return {
    ...state,
    flow: target,
    past: isUndo ? state.past.slice(0, -1) : [...state.past, state.flow],
    future: isUndo ? [state.flow, ...state.future] : state.future.slice(1),
    tag: undefined,
  };
}

/** The record as it is now. Changes that are not saved stay, and so does the base against which they are saved. */
function read(state: State, record: RecordData): State {
  const theirs = flowOf(record);
  if (isSameFlow(theirs, state.flow)) return { ...state, base: theirs, version: record.version };
  if (isSameFlow(theirs, state.base)) return { ...state, version: record.version };
  return isSameFlow(state.flow, state.base) ? begin(record) : state;
}

/** The flow of a workflow with the changes of the person, which can be undone until the page is left. */
export function useFlowDraft(record: RecordData) {
  const [state, dispatch] = useReducer(reduce, record, begin);
  useEffect(() => dispatch({ do: 'read', record }), [record]);
  const { base, flow, version, past, future } = state;
  return {
    base,
    flow,
    version,
    isDirty: !isSameFlow(flow, base),
    canUndo: past.length > 0,
    canRedo: future.length > 0,
    change: (next: Flow, tag?: string) => dispatch({ do: 'change', flow: next, tag }),
    undo: () => dispatch({ do: 'undo' }),
    redo: () => dispatch({ do: 'redo' }),
    /** Takes over a record as it was saved, without the changes of the person. */
    take: (theirs: RecordData) => dispatch({ do: 'take', record: theirs }),
    /** Notes that the flow was saved. What can be undone stays. */
    saved: (theirs: RecordData) => dispatch({ do: 'read', record: theirs }),
  };
}

export type FlowDraft = ReturnType<typeof useFlowDraft>;

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { RecordData } from '~/api/records.ts';
import type { Field } from '~/metadata/model.ts';
import { type Base, typingPauseMs } from './save-field.ts';

export type Phase =
  | { readonly name: 'shown' }
  | { readonly name: 'editing'; readonly base: Base; readonly value: unknown; readonly error?: string | undefined }
  | { readonly name: 'saving'; readonly value: unknown }
  | { readonly name: 'conflict'; readonly value: unknown; readonly theirs: RecordData };

/** Keeps typed values of inputs that may be unmounted for a while, as in a row that is scrolled out of view. */
export interface KeptDraft {
  take(): { readonly value: unknown; readonly base: Base } | undefined;
  keep(typed: { readonly value: unknown; readonly base: Base } | undefined): void;
}

export interface PhaseOptions {
  readonly record: RecordData;
  readonly field: Field;
  /** Set when the parent controls editing, as a table does for its keys. */
  readonly editing?: boolean | undefined;
  readonly onEditing?: ((editing: boolean) => void) | undefined;
  readonly kept?: KeptDraft | undefined;
}

/** The phase of a value that is edited in place. */
export function useFieldPhase({ record, field, editing, onEditing, kept }: PhaseOptions) {
  const fresh = (from: RecordData = record): Phase => {
    const value = from[field.key];
    return { name: 'editing', base: { version: from.version, value }, value };
  };
  const resumed = (): Phase => {
    const typed = kept?.take();
    return typed ? { name: 'editing', ...typed } : fresh();
  };
  const [phase, setState] = useState<Phase>(() => (editing ? resumed() : { name: 'shown' }));
  // The input can lose the focus and an option can be picked before React renders the new phase.
  const current = useRef(phase);
  const setPhase = (next: Phase) => {
    const before = current.current.name;
    current.current = next;
    kept?.keep(next.name === 'editing' ? { value: next.value, base: next.base } : undefined);
    setState(next);
    if ((next.name === 'shown') !== (before === 'shown')) onEditing?.(next.name !== 'shown');
  };
  const [wanted, setWanted] = useState(editing);
  if (editing !== wanted) {
    setWanted(editing);
    if (editing && phase.name === 'shown') {
      const next = fresh();
      current.current = next;
      setState(next);
    }
  }
  return { phase, current, setPhase, fresh };
}

/** Runs the check when typing pauses, because a half-typed address is not an error yet. */
export function useTypingPause(phase: Phase, check: () => void): void {
  const run = useEffectEvent(check);
  // The typed value; undefined outside of editing.
  const typed = phase.name === 'editing' ? phase.value : undefined;
  useEffect(() => {
    if (typed === undefined) return;
    const timer = setTimeout(run, typingPauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
}

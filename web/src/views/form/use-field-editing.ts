import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordData } from '~/api/records.ts';
import { normalize } from '~/fields/kinds.ts';
import { useCheck } from '~/fields/use-check.ts';
import type { Field, Model } from '~/metadata/model.ts';
import { errorText } from '~/ui/error-text.ts';
import { notifyProblem } from '~/ui/notify.ts';
import { sameValue } from './draft.ts';
import { type Base, fieldMessage, typingPauseMs, useSaveField } from './save-field.ts';

type Phase =
  | { readonly name: 'shown' }
  | { readonly name: 'editing'; readonly base: Base; readonly value: unknown; readonly error?: string | undefined }
  | { readonly name: 'saving'; readonly value: unknown }
  | { readonly name: 'conflict'; readonly value: unknown; readonly theirs: RecordData };

/** Keeps typed values of inputs that may be unmounted for a while, as in a row that is scrolled out of view. */
export interface KeptDraft {
  take(): { readonly value: unknown; readonly base: Base } | undefined;
  keep(typed: { readonly value: unknown; readonly base: Base } | undefined): void;
}

interface Options {
  readonly model: Model;
  readonly record: RecordData;
  readonly field: Field;
  readonly onSaved?: ((record: RecordData) => void) | undefined;
  readonly editing?: boolean | undefined;
  readonly onEditing?: ((editing: boolean) => void) | undefined;
  /** Called when a key closed the input, so that the focus returns to the value. */
  readonly onFocusBack: () => void;
  /** Returns true when the person reopened the input while the value was being saved. */
  readonly takeAgain?: (() => boolean) | undefined;
  readonly kept?: KeptDraft | undefined;
}

/** The phases of editing a value in place: shown, editing, saving, and conflict with a change by somebody else. */
export function useFieldEditing({ model, record, field, onSaved, editing, onEditing, ...options }: Options) {
  const { onFocusBack, takeAgain, kept } = options;
  const { t } = useTranslation('forms');
  const check = useCheck();
  const save = useSaveField(model, field);
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

  const shown = useRef(true);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  /** Reports in a notice that the value was not saved, because the person has moved to another cell or page. */
  const reportLost = (reason: string) => notifyProblem(reason, t('notSaved', { field: field.label }));

  // The value is checked when typing pauses, because a half-typed address is not an error yet.
  const checkNow = useEffectEvent(() => {
    const now = current.current;
    if (now.name !== 'editing' || now.error !== undefined || isUntouched(now)) return;
    const error = check(now.value, field);
    if (error !== undefined) setPhase({ ...now, error });
  });
  // The typed value; undefined outside of editing.
  const typed = phase.name === 'editing' ? phase.value : undefined;
  useEffect(() => {
    if (typed === undefined) return;
    const timer = setTimeout(checkNow, typingPauseMs);
    return () => clearTimeout(timer);
  }, [typed]);

  const isUntouched = ({ value, base }: { readonly value: unknown; readonly base: Base }): boolean =>
    sameValue(normalize(value, field) ?? null, base.value) || (field.type === 'secret' && value === '');
  const begin = () => {
    if (current.current.name === 'shown') setPhase(fresh());
  };
  const end = (focusBack: boolean) => {
    setPhase({ name: 'shown' });
    if (focusBack) onFocusBack();
  };
  const send = async (value: unknown, base: Base, focusBack: boolean) => {
    setPhase({ name: 'saving', value });
    // The focus returns at once, because more keys may be pressed before the value is saved.
    if (focusBack) onFocusBack();
    try {
      const result = await save(record._id, value, base);
      if ('conflict' in result) {
        if (!shown.current) return reportLost(t('conflict.title', { user: t('conflict.someone') }));
        return setPhase({ name: 'conflict', value, theirs: result.conflict });
      }
      onSaved?.(result.saved);
      setPhase(shown.current && takeAgain?.() ? fresh(result.saved) : { name: 'shown' });
    } catch (error) {
      const reason = fieldMessage(error, field, t) ?? errorText(error, t);
      if (!shown.current) return reportLost(reason);
      setPhase({ name: 'editing', base, value, error: reason });
    }
  };
  const submit = (value: unknown, focusBack: boolean) => {
    const now = current.current;
    if (now.name !== 'editing') return;
    const sent = normalize(value, field) ?? null;
    // An unchanged value, and a secret input that was left empty, are not saved.
    if (isUntouched({ value, base: now.base })) return end(focusBack);
    const error = check(sent, field);
    if (error !== undefined) return setPhase({ ...now, value: sent, error });
    void send(sent, now.base, focusBack);
  };

  return {
    phase,
    begin,
    change: (value: unknown) => {
      const now = current.current;
      if (now.name !== 'editing') return;
      // After an error, each key checks the value again.
      setPhase({ ...now, value, error: now.error === undefined ? undefined : check(value, field) });
    },
    commit: (value: unknown) => submit(value, true),
    leave: () => {
      if (current.current.name === 'editing') submit(current.current.value, false);
    },
    takeTheirs: () => {
      if (current.current.name !== 'conflict') return;
      onSaved?.(current.current.theirs);
      end(true);
    },
    keepMine: () => {
      if (current.current.name !== 'conflict') return;
      const { value, theirs } = current.current;
      void send(value, { version: theirs.version, value: theirs[field.key] }, true);
    },
    keys: (event: KeyboardEvent) => {
      const now = current.current;
      if (now.name === 'shown') {
        if (event.key !== 'F2') return;
        event.preventDefault();
        return begin();
      }
      // The input handles the keys, so the table around it must not.
      if (event.key !== 'Tab') event.stopPropagation();
      if (event.defaultPrevented || now.name !== 'editing') return;
      if (event.key === 'Escape') end(true);
      // Enter inserts a line break in a text of several lines, and presses a button of the input.
      const plain = event.target instanceof HTMLInputElement;
      if (event.key === 'Enter' && (plain || event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        submit(now.value, true);
      }
    },
  };
}

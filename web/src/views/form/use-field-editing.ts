import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordData } from '~/api/records.ts';
import { normalize } from '~/fields/kinds.ts';
import { useCheck } from '~/fields/use-check.ts';
import { isUnread, readTyped, Unreadable } from '~/fields/values.ts';
import type { Model } from '~/metadata/model.ts';
import { errorText } from '~/ui/error-text.ts';
import { notifyProblem } from '~/ui/notify.ts';
import { sameValue } from './draft.ts';
import { type Base, fieldMessage, useSaveField } from './save-field.ts';
import { type Phase, type PhaseOptions, useFieldPhase, useTypingPause } from './use-field-phase.ts';

interface Options extends PhaseOptions {
  readonly model: Model;
  readonly onSaved?: ((record: RecordData) => void) | undefined;
  /** Called when a key closed the input, so that the focus returns to the value. */
  readonly onFocusBack: () => void;
  /** Returns true when the person reopened the input while the value was being saved. */
  readonly takeAgain?: (() => boolean) | undefined;
}

/** The phases of editing a value in place: shown, editing, saving, and conflict with a change by somebody else. */
export function useFieldEditing(options: Options) {
  const { model, record, field, onSaved, onFocusBack, takeAgain } = options;
  const { t } = useTranslation('forms');
  const check = useCheck();
  const save = useSaveField(model, field);
  const { phase, current, setPhase, fresh } = useFieldPhase(options);
  const isMounted = useIsMounted();
  /** Reports in a notice that the value was not saved, because the person has moved to another cell or page. */
  const reportLost = (reason: string) => notifyProblem(reason, t('notSaved', { field: field.label }));

  const isUntouched = ({ value, base }: { readonly value: unknown; readonly base: Base }): boolean =>
    sameValue(normalize(value, field) ?? null, base.value) || (field.type === 'secret' && value === '');
  useTypingPause(phase, () => {
    const now = current.current;
    if (now.name !== 'editing' || now.error !== undefined || isUntouched(now)) return;
    const error = check(now.value, field);
    if (error !== undefined) setPhase({ ...now, error });
  });
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
        if (!isMounted()) return reportLost(t('conflict.title', { user: t('conflict.someone') }));
        return setPhase({ name: 'conflict', value, theirs: result.conflict });
      }
      onSaved?.(result.saved);
      setPhase(isMounted() && takeAgain?.() ? fresh(result.saved) : { name: 'shown' });
    } catch (error) {
      const reason = fieldMessage(error, field, t) ?? errorText(error, t);
      if (!isMounted()) return reportLost(reason);
      setPhase({ name: 'editing', base, value, error: reason });
    }
  };
  const submit = (value: unknown, focusBack: boolean) => {
    const now = current.current;
    if (now.name !== 'editing') return;
    if (isUnread(value)) return void submitRead(value, now.base, focusBack);
    const sent = normalize(value, field) ?? null;
    // An unchanged value, and a secret input that was left empty, are not saved.
    if (isUntouched({ value, base: now.base })) return end(focusBack);
    const error = check(sent, field);
    if (error !== undefined) return setPhase({ ...now, value: sent, error });
    void send(sent, now.base, focusBack);
  };
  /** Submits text whose parser is still loading, unless the person has cancelled or typed something else by then. */
  const submitRead = async (value: Unreadable, base: Base, focusBack: boolean) => {
    try {
      const read = await readTyped(value);
      const now = current.current;
      if (now.name === 'editing' && isSameText(now.value, value, read)) submit(read, focusBack);
    } catch (error) {
      setPhase({ name: 'editing', base, value, error: errorText(error, t) });
    }
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
    keys: (event: KeyboardEvent) => pressKey(event, { now: current.current, begin, end, submit }),
  };
}

/** True when the input still has the text that was submitted, or the value that it was read as. */
const isSameText = (now: unknown, submitted: Unreadable, read: unknown): boolean =>
  now instanceof Unreadable ? now.text === submitted.text : sameValue(now, read);

/** Returns a function that is true until the component has left the page, because saving may take longer. */
function useIsMounted(): () => boolean {
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return () => mounted.current;
}

interface KeyActions {
  readonly now: Phase;
  readonly begin: () => void;
  readonly end: (focusBack: boolean) => void;
  readonly submit: (value: unknown, focusBack: boolean) => void;
}

function pressKey(event: KeyboardEvent, { now, begin, end, submit }: KeyActions): void {
  if (now.name === 'shown') {
    if (event.key !== 'F2') return;
    event.preventDefault();
    begin();
    return;
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
}

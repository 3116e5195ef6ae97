import type { TFunction } from 'i18next';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type RecordData, records } from '~/api/records.ts';
import { useCheck } from '~/fields/use-check.ts';
import { randomId } from '~/lib/random-id.ts';
import { useMe } from '~/metadata/access.ts';
import type { Field, Model } from '~/metadata/model.ts';
import { conflictsOf, sameValue } from './draft.ts';
import { writableFields } from './form-fields.ts';
import {
  changedFields,
  createBody,
  firstValues,
  missingOneOf,
  storedValues,
  updateBody,
  type Values,
} from './form-values.ts';
import { fieldMessage, typingPauseMs } from './save-field.ts';
import { RecordConflict } from './save-over.ts';
import { useRecordDraft } from './use-record-draft.ts';

interface Options {
  readonly model: Model;
  /** The record that is edited; a new one is created without it. */
  readonly record?: RecordData | undefined;
  readonly initial?: Values | undefined;
  /** Shows changes by others while the person types, for a form that is a part of a page. */
  readonly follows?: boolean;
}

export type Errors = Readonly<Record<string, string | undefined>>;

/** What somebody else has changed meanwhile in fields that the person has changed too. */
export interface Conflict {
  readonly theirs: RecordData;
  readonly fields: readonly Field[];
}

/** The state of a form: what is typed, what is wrong with it, and how it is saved. */
export function useRecordForm({ model, record, initial = {}, follows = false }: Options) {
  const { t } = useTranslation('forms');
  const check = useCheck();
  const { user } = useMe();
  const creating = record === undefined;
  const fields = useMemo(() => writableFields(model, creating), [model, creating]);
  const draft = useRecordDraft<RecordData, Values>({
    path: model.path,
    record,
    read: (one) => storedValues(model, one),
    empty: firstValues(model, initial, user._id),
    follows,
  });
  const { base, values } = draft;
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState<unknown>();
  const [conflict, setConflict] = useState<Conflict>();
  const [saving, setSaving] = useState(false);
  // A repeated attempt with the same values must not create a second record.
  const attempt = useRef({ body: '', key: '' });

  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(pause.current), []);

  const changed = changedFields(fields, values, base);
  const problemOf = (field: Field, all: Values): string | undefined => {
    if (field.type === 'secret' && all[field.key] === '' && record !== undefined) return undefined;
    return check(all[field.key], field);
  };
  const oneOfProblems = (all: Values): Errors => {
    const missing = missingOneOf(model, all);
    const text = t('oneOf', { fields: missing.map(({ label }) => label).join(', ') });
    return Object.fromEntries(missing.slice(0, 1).map(({ key }) => [key, text]));
  };

  const set = (field: Field, value: unknown) => {
    const next = { ...values, [field.key]: value };
    draft.change({ [field.key]: value });
    // What was wrong is looked at again with each key; what is new is looked at when the person pauses or leaves.
    setErrors((old) => (old[field.key] === undefined ? old : { ...old, [field.key]: problemOf(field, next) }));
    clearTimeout(pause.current);
    pause.current = setTimeout(() => look(field, next), typingPauseMs);
    if (model.requiresOneOf?.includes(field.key))
      setErrors((old) => ({
        ...old,
        ...Object.fromEntries((model.requiresOneOf ?? []).map((key) => [key, undefined])),
      }));
  };
  const look = (field: Field, all: Values) => {
    // A required field that was only passed is not wrong yet.
    if (sameValue(all[field.key], base[field.key])) return;
    setErrors((old) => ({ ...old, [field.key]: problemOf(field, all) }));
  };

  /** Returns what is wrong with everything. */
  const validate = (): Errors => {
    const found = Object.fromEntries(fields.map((field) => [field.key, problemOf(field, values)]));
    return { ...oneOfProblems(values), ...Object.fromEntries(Object.entries(found).filter(([, text]) => text)) };
  };

  const create = (): Promise<RecordData> => {
    const body = createBody(fields, values);
    const text = JSON.stringify(body);
    if (attempt.current.body !== text) attempt.current = { body: text, key: randomId() };
    return records.create(model.path, body, { idempotencyKey: attempt.current.key });
  };
  const update = async (): Promise<RecordData | undefined> => {
    const body = updateBody(changed, values);
    const sent = { base, version: draft.version, typed: body };
    try {
      return await draft.save(body, sent);
    } catch (error) {
      if (!(error instanceof RecordConflict)) throw error;
      const { theirs } = error;
      const both = conflictsOf<Values>(sent, storedValues(model, theirs));
      setConflict({ theirs, fields: changed.filter(({ key }) => both.includes(key)) });
      draft.keepMine(theirs);
      return undefined;
    }
  };

  /** Saves. Returns the record, or the errors by field, in the order of the form. */
  const submit = async (): Promise<{ readonly saved?: RecordData; readonly errors?: Errors }> => {
    const found = validate();
    setErrors(found);
    setFailure(undefined);
    if (Object.keys(found).length > 0) return { errors: found };
    setSaving(true);
    try {
      const saved = record ? await update() : await create();
      if (!saved) return {};
      return { saved };
    } catch (error) {
      const refused = refusedFields(error, fields, t);
      setErrors(refused);
      if (Object.keys(refused).length === 0) setFailure(error);
      return { errors: refused };
    } finally {
      setSaving(false);
    }
  };

  /** Solves a conflict in one field. */
  const resolve = (field: Field, choice: 'theirs' | 'mine') => {
    if (!conflict) return;
    if (choice === 'theirs') draft.change({ [field.key]: conflict.theirs[field.key] });
    const left = conflict.fields.filter(({ key }) => key !== field.key);
    setConflict(left.length === 0 ? undefined : { ...conflict, fields: left });
  };

  return {
    fields,
    values,
    setValues: draft.fill,
    base,
    changed,
    errors,
    failure,
    conflict,
    saving,
    set,
    leave: (field: Field) => look(field, values),
    submit,
    resolve,
  };
}

export type RecordFormState = ReturnType<typeof useRecordForm>;

/** The refusals of the server by field. */
function refusedFields(error: unknown, fields: readonly Field[], t: TFunction): Errors {
  const found = fields.map((field) => [field.key, fieldMessage(error, field, t)] as const);
  return Object.fromEntries(found.filter(([, message]) => message !== undefined));
}

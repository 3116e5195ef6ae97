import type { TFunction } from 'i18next';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type RecordData, records } from '~/api/records.ts';
import { isUnread } from '~/fields/values.ts';
import { randomId } from '~/lib/random-id.ts';
import { useMe } from '~/metadata/access.ts';
import type { Field, Model } from '~/metadata/model.ts';
import { conflictsOf } from './draft.ts';
import { writableFields } from './form-fields.ts';
import {
  changedFields,
  createBody,
  firstValues,
  readAllTyped,
  storedValues,
  updateBody,
  type Values,
} from './form-values.ts';
import { fieldMessage } from './save-field.ts';
import { RecordConflict } from './save-over.ts';
import { type Errors, useFieldErrors } from './use-field-errors.ts';
import { useRecordDraft } from './use-record-draft.ts';

interface Options {
  readonly model: Model;
  /** The record to edit. Without it, the form creates one. */
  readonly record?: RecordData | undefined;
  readonly initial?: Values | undefined;
  /** True adopts changes by others while the person types, for a form that is part of a page. */
  readonly follows?: boolean;
}

/** The fields that both the person and somebody else have changed. */
export interface Conflict {
  readonly theirs: RecordData;
  readonly fields: readonly Field[];
}

/** The state of a form: typed values, errors and saving. */
export function useRecordForm({ model, record, initial = {}, follows = false }: Options) {
  const { t } = useTranslation('forms');
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
  const [failure, setFailure] = useState<unknown>();
  const [conflict, setConflict] = useState<Conflict>();
  const [saving, setSaving] = useState(false);
  // A repeated attempt with the same values must not create a second record.
  const attempt = useRef({ body: '', key: '' });

  const changed = changedFields(fields, values, base);
  const { errors, setErrors, look, typed, validate } = useFieldErrors({ model, fields, base, isNew: creating });
  const set = (field: Field, value: unknown) => {
    draft.change({ [field.key]: value });
    typed(field, { ...values, [field.key]: value });
  };
  const create = (typed: Values): Promise<RecordData> => {
    const body = createBody(fields, typed);
    const text = JSON.stringify(body);
    if (attempt.current.body !== text) attempt.current = { body: text, key: randomId() };
    return records.create(model.path, body, { idempotencyKey: attempt.current.key });
  };
  const update = async (typed: Values): Promise<RecordData | undefined> => {
    const body = updateBody(changedFields(fields, typed, base), typed);
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

  /**
   * Saves the form. Returns the record, or the errors by field in the order of the form. A conflict returns neither.
   */
  const submit = async (): Promise<{ readonly saved?: RecordData; readonly errors?: Errors }> => {
    setFailure(undefined);
    try {
      const unread = Object.values(values).some(isUnread);
      if (unread) setSaving(true);
      const sent = unread ? await readAllTyped(values) : values;
      const found = validate(sent);
      setErrors(found);
      if (Object.keys(found).length > 0) return { errors: found };
      setSaving(true);
      const saved = record ? await update(sent) : await create(sent);
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

  /** Resolves the conflict of one field. */
  const resolve = (field: Field, choice: 'theirs' | 'mine') => {
    if (!conflict) return;
    if (choice === 'theirs') draft.change({ [field.key]: conflict.theirs[field.key] });
    const left = conflict.fields.filter(({ key }) => key !== field.key);
    setConflict(left.length === 0 ? undefined : { ...conflict, fields: left });
  };

  return {
    record,
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

/** The errors of the server's refusal, by field. */
function refusedFields(error: unknown, fields: readonly Field[], t: TFunction): Errors {
  const found = fields.map((field) => [field.key, fieldMessage(error, field, t)] as const);
  return Object.fromEntries(found.filter(([, message]) => message !== undefined));
}

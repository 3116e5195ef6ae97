import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCheck } from '~/fields/use-check.ts';
import type { Field, Model } from '~/metadata/model.ts';
import { sameValue } from './draft.ts';
import { missingOneOf, type Values } from './form-values.ts';
import { typingPauseMs } from './save-field.ts';

/** Error messages by the key of the field. */
export type Errors = Readonly<Record<string, string | undefined>>;

interface Options {
  readonly model: Model;
  readonly fields: readonly Field[];
  /** The stored values, or the initial values of a new record. */
  readonly base: Values;
  readonly isNew: boolean;
}

/** Checks the values of a form, and decides when errors appear. */
export function useFieldErrors({ model, fields, base, isNew }: Options) {
  const { t } = useTranslation('forms');
  const check = useCheck();
  const [errors, setErrors] = useState<Errors>({});
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(pause.current), []);

  const problemOf = (field: Field, all: Values): string | undefined => {
    if (field.type === 'secret' && all[field.key] === '' && !isNew) return undefined;
    return check(all[field.key], field);
  };
  const oneOfProblems = (all: Values): Errors => {
    const missing = missingOneOf(model, all);
    const text = t('oneOf', { fields: missing.map(({ label }) => label).join(', ') });
    return Object.fromEntries(missing.slice(0, 1).map(({ key }) => [key, text]));
  };
  const look = (field: Field, all: Values) => {
    // An unchanged field shows no error, because the person may only have passed it.
    if (sameValue(all[field.key], base[field.key])) return;
    setErrors((old) => ({ ...old, [field.key]: problemOf(field, all) }));
  };
  return {
    errors,
    setErrors,
    /** Checks a field when the person leaves it. */
    look,
    /** Known errors are checked again on each key. New errors appear when the person pauses or leaves the field. */
    typed: (field: Field, all: Values) => {
      setErrors((old) => (old[field.key] === undefined ? old : { ...old, [field.key]: problemOf(field, all) }));
      clearTimeout(pause.current);
      pause.current = setTimeout(() => look(field, all), typingPauseMs);
      if (model.requiresOneOf?.includes(field.key))
        setErrors((old) => ({
          ...old,
          ...Object.fromEntries((model.requiresOneOf ?? []).map((key) => [key, undefined])),
        }));
    },
    /** Returns the errors of all fields. */
    validate: (all: Values): Errors => {
      const found = Object.fromEntries(fields.map((field) => [field.key, problemOf(field, all)]));
      return { ...oneOfProblems(all), ...Object.fromEntries(Object.entries(found).filter(([, text]) => text)) };
    },
  };
}

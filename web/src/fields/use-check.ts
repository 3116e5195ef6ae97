import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field } from '~/metadata/model.ts';
import { checkValue } from './kinds.ts';

/** Returns a function that describes the problem of a value; undefined when there is none. */
export function useCheck(): (value: unknown, field: Field) => string | undefined {
  const { t } = useTranslation('fields');
  return useCallback(
    (value, field) => {
      const failure = checkValue(value, field);
      if (!failure) return undefined;
      const { reason, ...values } = failure.values ?? {};
      return t(failure.key, { ...values, ...(typeof reason === 'string' && { reason: t(reason, values) }) });
    },
    [t],
  );
}

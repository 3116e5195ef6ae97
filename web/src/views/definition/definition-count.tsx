import { Loader, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Filter } from '~/api/records.ts';
import { recordLabel } from '~/fields/reference/label.ts';
import type { Model } from '~/metadata/model.ts';
import { useFormat } from '../parts/format.ts';
import classes from './definition.module.css';
import { definitionProblem } from './definition-problem.ts';
import { usePreview } from './use-preview.ts';

interface DefinitionCountProps {
  readonly model: Model;
  /** Undefined when there is no definition, or it is not JSON. */
  readonly request:
    | { readonly id: string | undefined; readonly modelKey: string; readonly definition: Filter }
    | undefined;
  readonly isReadable: boolean;
  /** True when the form shows what is wrong already. */
  readonly hasError: boolean;
}

/** The number of records that a definition matches, with the names of some, or what is wrong with it. */
export function DefinitionCount({ model, request, isReadable, hasError }: DefinitionCountProps) {
  const { t } = useTranslation('segments');
  const format = useFormat();
  const { data, error, isCurrent } = usePreview(request);
  if (!request)
    return (
      <Text size="sm" c="dimmed">
        {isReadable ? t('count.noDefinition') : null}
      </Text>
    );
  if (error && !hasError)
    return (
      <Text size="sm" c="var(--mantine-color-error)" role="alert">
        {definitionProblem(error, t)}
      </Text>
    );
  const names = data?.sample.map((record) => recordLabel(model, record)) ?? [];
  return (
    <Text size="sm" aria-live="polite" aria-busy={!isCurrent} className={`tabular ${classes.count}`}>
      {data && !error && (
        <>
          <strong>
            {t('count.records', {
              count: data.count,
              number: format.number(data.count),
              records: data.count === 1 ? model.label : model.labelPlural,
            })}
          </strong>
          {names.length > 0 && (
            <Text span inherit c="dimmed">
              {data.count > names.length ? t('count.some', { names: names.join(', ') }) : names.join(', ')}
            </Text>
          )}
        </>
      )}
      {!isCurrent && <Loader size={12} aria-label={t('count.loading')} />}
    </Text>
  );
}

import { Input, Stack } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Filter } from '~/api/records.ts';
import type { InputProps } from '~/fields/kind.ts';
import { Incomplete } from '~/fields/values.ts';
import type { Model } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { FilterBuilder } from '../filter/filter-builder.tsx';
import { DefinitionCount } from './definition-count.tsx';
import { useDefinitionConditions } from './use-definition-conditions.tsx';

export interface DefinitionInputProps extends InputProps {
  /** The stored segment; undefined for a new one. */
  readonly stored: { readonly _id: string; readonly [key: string]: unknown } | undefined;
  /** The model of the segment's records. */
  readonly target: Model;
}

const isFilter = (value: unknown): value is Filter =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** An empty definition would match all records. Null matches none but those chosen by hand. */
const definitionOf = (filter: Filter): Filter | null => (Object.keys(filter).length === 0 ? null : filter);

/** Edits the definition of a segment with a builder, and shows the records that it matches. */
export function DefinitionInput({ field, value, onChange, error, stored, target, values }: DefinitionInputProps) {
  const { t } = useTranslation('segments');
  const label = useId();
  const registry = useRegistry();
  const others = useDefinitionConditions(target);
  // Text that is not JSON takes the place of the definition, so that it is not saved. The other conditions stay here.
  const [filter, setFilter] = useState<Filter>(isFilter(value) ? value : {});
  const [isIncomplete, setIncomplete] = useState(false);
  const isReadable = value === null || value === undefined || isFilter(value);
  const definition = isFilter(value) ? value : isReadable ? {} : filter;
  // While a condition is incomplete, the others are counted.
  const counted = isFilter(value) ? value : value instanceof Incomplete ? definitionOf(filter) : null;
  const modelKey = String(values?.modelKey ?? 'contacts');
  const isStored = stored !== undefined && registry.find(String(stored.modelKey)) === target;
  return (
    <Stack gap="xs" role="group" aria-labelledby={label}>
      <div>
        <Input.Label id={label} labelElement="div">
          {t('definition.title')}
        </Input.Label>
        {values?.type === 'static' && <Input.Description>{t('definition.static')}</Input.Description>}
      </div>
      <FilterBuilder
        model={target}
        value={definition}
        others={others}
        onChange={(next, wrong) => {
          setFilter(next);
          onChange(wrong ?? (isIncomplete ? new Incomplete(next) : definitionOf(next)));
        }}
        onIncomplete={(next) => {
          setIncomplete(next);
          if (next) onChange(new Incomplete(filter));
          else if (value instanceof Incomplete) onChange(definitionOf(filter));
        }}
      />
      {error !== undefined && (
        <Input.Error role="alert" size="sm">
          {error}
        </Input.Error>
      )}
      {values?.type !== 'static' && (
        <DefinitionCount
          model={target}
          request={
            counted === null ? undefined : { id: isStored ? stored._id : undefined, modelKey, definition: counted }
          }
          isReadable={isReadable}
          hasError={error !== undefined}
        />
      )}
      <Input.Description>{field.help}</Input.Description>
    </Stack>
  );
}

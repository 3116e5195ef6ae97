import { Skeleton, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldInput } from '~/fields/field-input.tsx';
import { FieldDisplay } from '~/fields/kinds.ts';
import type { Field, FieldType, Model } from '~/metadata/model.ts';
import { type Registry, useRegistry } from '~/metadata/registry.ts';
import { errorText } from '~/ui/error-text.ts';
import { findFilterField } from '~/views/filter/fields.ts';
import classes from './formula.module.css';
import { FormulaInput } from './formula-input.tsx';
import { faultOf, type Language, languageQuery, previewQuery } from './formula-schema.ts';
import type { Suggestion } from './suggestions.ts';

interface FormulaEditorProps {
  readonly model: Model;
  readonly value: string;
  readonly onChange: (formula: string) => void;
  /** The problem that the server found when the field was saved. */
  readonly problem: string | undefined;
  /** The field that has the formula already; undefined for a new field. */
  readonly fieldKey: string | undefined;
  /** The name of the field, by which the console knows amounts and percentages. */
  readonly resultKey: string;
}

const typingPauseMs = 300;

/** Edits a formula, with suggestions, the place of an error, and the result on a record that the person chooses. */
export function FormulaEditor({ model, value, onChange, problem, fieldKey, resultKey }: FormulaEditorProps) {
  const { t } = useTranslation('admin');
  const registry = useRegistry();
  const [recordId, setRecordId] = useState<string>();
  const [formula] = useDebouncedValue(value.trim(), typingPauseMs);
  const language = useQuery(languageQuery(model));
  const preview = useQuery(
    previewQuery(model, { formula, ...(recordId && { recordId }), ...(fieldKey !== undefined && { key: fieldKey }) }),
  );
  const isCurrent = formula === value.trim();
  // The server sees the formula without the spaces before it.
  const offset = value.length - value.trimStart().length;
  const found = isCurrent ? faultOf(preview.error) : undefined;
  const fault = found && { ...found, position: found.position + offset };
  const failure = isCurrent && preview.error ? errorText(preview.error, t) : undefined;
  const faultText = fault && t('formula.fault', { position: fault.position + 1, text: fault.text });
  return (
    <Stack gap="xs">
      <FormulaInput
        value={value}
        onChange={onChange}
        suggestions={language.data ? suggestionsOf(language.data, model, registry) : []}
        fault={fault}
        error={faultText ?? failure ?? problem}
      />
      <FieldInput
        field={recordField(model, t('formula.record'))}
        model={model}
        value={recordId ?? preview.data?.recordId ?? null}
        onChange={(id) => setRecordId(typeof id === 'string' ? id : undefined)}
      />
      <Text size="sm" fw={500}>
        {t('formula.result')}
      </Text>
      <div className={classes.result} role="status" aria-label={t('formula.result')}>
        {preview.data && !preview.error ? (
          <Result preview={preview.data} resultKey={resultKey} />
        ) : (
          <Pending isPending={preview.isFetching} />
        )}
      </div>
    </Stack>
  );
}

interface ResultProps {
  readonly preview: { readonly resultType: FieldType; readonly result: unknown; readonly recordId: string | null };
  readonly resultKey: string;
}

function Result({ preview: { resultType, result, recordId }, resultKey }: ResultProps) {
  const { t } = useTranslation('admin');
  return (
    <>
      {recordId === null ? (
        <Text size="sm" c="dimmed">
          {t('formula.noRecord')}
        </Text>
      ) : (
        <FieldDisplay field={{ ...plainField, key: resultKey, type: resultType }} value={result} />
      )}
      <Text size="xs" c="dimmed">
        {t(`fields.types.${resultType}`)}
      </Text>
    </>
  );
}

function Pending({ isPending }: { readonly isPending: boolean }) {
  const { t } = useTranslation('admin');
  if (isPending) return <Skeleton h={20} />;
  return (
    <Text size="sm" c="dimmed">
      {t('formula.noResult')}
    </Text>
  );
}

const plainField: Field = {
  key: '',
  type: 'text',
  label: '',
  required: false,
  unique: false,
  readOnly: false,
  default: null,
  filterable: false,
  sortable: false,
  searchable: false,
};

/** A field for the choice of a record of the model. */
const recordField = ({ moduleKey, slug }: Model, label: string): Field => ({
  ...plainField,
  key: 'recordId',
  type: 'reference',
  label,
  reference: { moduleKey, slug },
});

/** Fields first, with the labels of the person's language, then functions. */
function suggestionsOf({ fields, functions }: Language, model: Model, registry: Registry): Suggestion[] {
  return [
    ...fields.map(({ path, label }): Suggestion => {
      const text = findFilterField(model, registry, path)?.label ?? label;
      return { kind: 'field', insert: path, name: path, text };
    }),
    ...functions.map(({ name, parameters, help, example }): Suggestion => {
      const given = parameters.map((one) => `${one.name}${one.repeats ? ' …' : ''}`);
      const named = given.map((text, n) => (parameters[n]?.optional ? `[${text}]` : text));
      return {
        kind: 'function',
        insert: `${name}(`,
        name: `${name}(${named.join(', ')})`,
        text: registry.helpText(help),
        example,
      };
    }),
  ];
}

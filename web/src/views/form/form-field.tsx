import { Box, Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { Included } from '~/api/records.ts';
import { FieldInput } from '~/fields/field-input.tsx';
import type { Field, Model } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { ConflictChoice } from './conflict-choice.tsx';
import classes from './form.module.css';
import { isDefinition } from './form-fields.ts';
import type { RecordFormState } from './use-record-form.ts';

const DefinitionInput = lazy(() =>
  import('../definition/definition-input.tsx').then((module) => ({ default: module.DefinitionInput })),
);

interface FormFieldProps {
  readonly model: Model;
  readonly form: RecordFormState;
  readonly field: Field;
  readonly included?: Included | undefined;
  readonly autoFocus?: boolean;
}

const wideTypes: ReadonlySet<string> = new Set(['longText', 'json', 'references', 'list', 'secret']);

/** The class of a field that takes the full width of the form. */
export const widthClass = ({ type }: Field): string | undefined => (wideTypes.has(type) ? classes.wide : undefined);

/** One field of a form, with its error. */
export function FormField({ model, form, field, included, autoFocus }: FormFieldProps) {
  const { conflict } = form;
  // A definition of records that the person may not see stays JSON.
  const target = useRegistry().find(String(form.values.modelKey ?? 'contacts'));
  const props = {
    field,
    model,
    value: form.values[field.key],
    onChange: (value: unknown) => form.set(field, value),
    onBlur: () => form.leave(field),
    error: form.errors[field.key],
    disabled: form.saving,
    included,
    values: form.values,
    autoFocus,
  };
  const disputed = conflict?.fields.some(({ key }) => key === field.key);
  return (
    <Box data-field={field.key} className={widthClass(field)}>
      {target && isDefinition(model, field) ? (
        <Suspense fallback={<Skeleton h={120} />}>
          <DefinitionInput {...props} stored={form.record} target={target} />
        </Suspense>
      ) : (
        <FieldInput {...props} />
      )}
      {conflict && disputed && (
        <Box mt={4}>
          <ConflictChoice
            field={field}
            mine={form.values[field.key]}
            theirs={conflict.theirs}
            onTheirs={() => form.resolve(field, 'theirs')}
            onMine={() => form.resolve(field, 'mine')}
          />
        </Box>
      )}
    </Box>
  );
}

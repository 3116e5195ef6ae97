import { Box } from '@mantine/core';
import type { Included } from '~/api/records.ts';
import { FieldInput } from '~/fields/field-input.tsx';
import type { Field, Model } from '~/metadata/model.ts';
import { ConflictChoice } from './conflict-choice.tsx';
import classes from './form.module.css';
import type { RecordFormState } from './use-record-form.ts';

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
  const disputed = conflict?.fields.some(({ key }) => key === field.key);
  return (
    <Box data-field={field.key} className={widthClass(field)}>
      <FieldInput
        field={field}
        model={model}
        value={form.values[field.key]}
        onChange={(value) => form.set(field, value)}
        onBlur={() => form.leave(field)}
        error={form.errors[field.key]}
        disabled={form.saving}
        included={included}
        values={form.values}
        autoFocus={autoFocus}
      />
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

import { useId } from 'react';
import type { FormField } from '../form-field.ts';
import classes from './form-preview.module.css';

interface PreviewFieldProps {
  readonly field: FormField;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

const inputTypes: Readonly<Record<string, string>> = {
  email: 'email',
  phone: 'tel',
  url: 'url',
  number: 'number',
  integer: 'number',
  date: 'date',
  datetime: 'datetime-local',
  files: 'file',
};

const asText = (value: unknown): string => (value === undefined || value === null ? '' : String(value));

/** A field with the same plain controls as on the page of the form. */
export function PreviewField({ field, value, onChange }: PreviewFieldProps) {
  const id = useId();
  const { type, label, help, required } = field;
  const mark = required && <span aria-hidden> *</span>;
  const hint = help !== undefined && (
    <span className={classes.help} id={`${id} help`}>
      {help}
    </span>
  );
  if (type === 'boolean')
    return (
      <div className={classes.field}>
        <label className={classes.option}>
          <input type="checkbox" checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} />
          <span>
            {label}
            {mark}
          </span>
        </label>
        {hint}
      </div>
    );
  if (type === 'list' && field.options.length > 0) return <Boxes field={field} value={value} onChange={onChange} />;
  return (
    <div className={classes.field}>
      <label htmlFor={id}>
        {label}
        {mark}
      </label>
      <Control id={id} field={field} value={value} onChange={onChange} />
      {hint}
    </div>
  );
}

function Control({ id, field, value, onChange }: PreviewFieldProps & { readonly id: string }) {
  const { type, placeholder, options, required } = field;
  if (type === 'longText')
    return (
      <textarea
        id={id}
        rows={4}
        placeholder={placeholder}
        required={required}
        value={asText(value)}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  if (type === 'choice')
    return (
      <select
        id={id}
        required={required}
        value={asText(value)}
        onChange={(event) => onChange(event.currentTarget.value || undefined)}
      >
        <option value="">{placeholder ?? ''}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    );
  if (type === 'files') return <input id={id} type="file" multiple disabled />;
  return (
    <input
      id={id}
      type={inputTypes[type] ?? 'text'}
      placeholder={placeholder}
      required={required}
      value={asText(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function Boxes({ field: { label, required, options }, value, onChange }: PreviewFieldProps) {
  const chosen = Array.isArray(value) ? (value as readonly string[]) : [];
  const toggle = (one: string) =>
    onChange(chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one]);
  return (
    <fieldset className={classes.field}>
      <legend>
        {label}
        {required && <span aria-hidden> *</span>}
      </legend>
      {options.map((option) => (
        <label key={option.value} className={classes.option}>
          <input type="checkbox" checked={chosen.includes(option.value)} onChange={() => toggle(option.value)} />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}

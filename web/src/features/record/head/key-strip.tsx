import type { Included, RecordData } from '~/api/records.ts';
import type { Model } from '~/metadata/model.ts';
import { EditableField } from '~/views/form/editable-field.tsx';
import { keyFields } from './key-fields.ts';
import classes from './key-strip.module.css';

interface KeyStripProps {
  readonly model: Model;
  readonly record: RecordData;
  readonly included: Included | undefined;
}

/** Addresses do not fit into half a phone. */
const longTypes: ReadonlySet<string> = new Set(['email', 'url']);

/** The values that people look for first. */
export function KeyStrip({ model, record, included }: KeyStripProps) {
  const fields = keyFields(model);
  if (fields.length === 0) return null;
  return (
    <dl className={classes.strip}>
      {fields.map((field) => (
        <div key={field.key} className={classes.cell} data-wide={longTypes.has(field.type) || undefined}>
          <dt>{field.label}</dt>
          <dd>
            <EditableField model={model} record={record} field={field} included={included} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

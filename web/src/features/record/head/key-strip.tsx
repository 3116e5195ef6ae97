import type { Included, RecordData } from '~/api/records.ts';
import type { Model } from '~/metadata/model.ts';
import { EditableField } from '~/views/form/editable-field.tsx';
import { secondStatus } from '../status-field.ts';
import { keyFields } from './key-fields.ts';
import classes from './key-strip.module.css';

interface KeyStripProps {
  readonly model: Model;
  readonly record: RecordData;
  readonly included: Included | undefined;
}

/** Values of these types do not fit into half the width of a phone. */
const longTypes: ReadonlySet<string> = new Set(['email', 'url']);

const statusRow = ({ fields }: Model) => fields.find(({ key }) => key === 'statusId');

/** The most important values of a record. */
export function KeyStrip({ model, record, included }: KeyStripProps) {
  const hidden = secondStatus(model, record);
  const fields = keyFields(model).map((field) => (field.key === hidden ? (statusRow(model) ?? field) : field));
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

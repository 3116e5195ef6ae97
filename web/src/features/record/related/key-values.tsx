import type { RecordData } from '~/api/records.ts';
import { FieldDisplay } from '~/fields/kinds.ts';
import { isEmpty } from '~/fields/values.ts';
import { useCan } from '~/metadata/access.ts';
import type { Model } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { keyFields } from '../head/key-fields.ts';
import classes from './related.module.css';

interface KeyValuesProps {
  readonly model: Model;
  readonly record: RecordData;
  /** A field to leave out, because all records of the list have the same value. */
  readonly without: string;
}

/** The two most important values of a record, in one line. */
export function KeyValues({ model, record, without }: KeyValuesProps) {
  const registry = useRegistry();
  const can = useCan();
  const fields = keyFields(model)
    .filter((field) => {
      const target = registry.target(field);
      return field.key !== without && !isEmpty(record[field.key]) && (!target || can.read(target));
    })
    .slice(0, 2);
  return (
    <span className={classes.values}>
      {fields.map((field) => (
        <span key={field.key} className={classes.value} title={field.label}>
          <FieldDisplay field={field} value={record[field.key]} record={record} compact />
        </span>
      ))}
    </span>
  );
}

import type { RecordData } from '~/api/records.ts';
import { FieldDisplay } from '~/fields/kinds.ts';
import { recordLabel } from '~/fields/reference/label.ts';
import { isEmpty } from '~/fields/values.ts';
import type { Model } from '~/metadata/model.ts';

interface RowTitleProps {
  readonly model: Model;
  readonly record: RecordData;
  /** The reference to the record of this page. */
  readonly without: string;
}

const bookkeeping = new Set(['ownerId', 'createdBy', 'updatedBy']);

/** The title of a record. A record that only joins two others is titled by the other one. */
export function RowTitle({ model, record, without }: RowTitleProps) {
  const label = recordLabel(model, record);
  if (label !== record._id) return label;
  const other = model.fields.find(
    ({ key, type }) => type === 'reference' && key !== without && !bookkeeping.has(key) && !isEmpty(record[key]),
  );
  return other ? <FieldDisplay field={other} value={record[other.key]} record={record} compact /> : model.label;
}

import type { RecordData } from '~/api/records.ts';
import { recordLabel } from '~/fields/reference/label.ts';
import type { Model } from '~/metadata/model.ts';
import { Page } from '~/ui/page.tsx';
import { Neighbours } from './head/neighbours.tsx';
import { RecordOutline } from './record-loading.tsx';

interface RecordPreviewProps {
  readonly model: Model;
  /** The known part of the record. */
  readonly record: RecordData;
}

/** The head of a record's page, shown at once with the data of the list. */
export function RecordPreview({ model, record }: RecordPreviewProps) {
  const label = recordLabel(model, record);
  return (
    <Page
      above={<Neighbours model={model} id={record._id} />}
      title={label === record._id ? model.label : label}
      area={model.labelPlural}
    >
      <RecordOutline />
    </Page>
  );
}

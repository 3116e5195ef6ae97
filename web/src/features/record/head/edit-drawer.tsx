import { useTranslation } from 'react-i18next';
import type { Included, RecordData } from '~/api/records.ts';
import { useRefresh } from '~/api/refresh.ts';
import { recordLabel } from '~/fields/reference/label.ts';
import type { Model } from '~/metadata/model.ts';
import { notifyDone } from '~/ui/notify.ts';
import { FormDrawer } from '~/views/form/form-drawer.tsx';
import { RecordForm } from '~/views/form/record-form.tsx';

interface EditDrawerProps {
  readonly model: Model;
  readonly record: RecordData;
  readonly included: Included | undefined;
  readonly onClose: () => void;
}

/** A drawer with a form for all fields of a record. */
export function EditDrawer({ model, record, included, onClose }: EditDrawerProps) {
  const { t } = useTranslation('record');
  const refresh = useRefresh(model.path);
  return (
    <FormDrawer size="lg" title={t('edit.title', { title: recordLabel(model, record) })}>
      {(cancelRef) => (
        <RecordForm
          model={model}
          record={record}
          included={included}
          cancelRef={cancelRef}
          onCancel={onClose}
          onSaved={async () => {
            onClose();
            await refresh();
            notifyDone(t('edit.done'));
          }}
        />
      )}
    </FormDrawer>
  );
}

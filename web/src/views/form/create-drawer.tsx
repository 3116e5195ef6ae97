import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordData } from '~/api/records.ts';
import { recordLabel } from '~/fields/reference/label.ts';
import type { Model } from '~/metadata/model.ts';
import { notifyDone } from '~/ui/notify.ts';
import { FormDrawer } from './form-drawer.tsx';
import { RecordForm } from './record-form.tsx';

interface CreateDrawerProps {
  readonly model: Model;
  readonly initial: Readonly<Record<string, unknown>>;
  /** True hides the option to create another record. */
  readonly once: boolean;
  readonly onCreated: (record: RecordData) => void;
  readonly onClose: () => void;
}

/** The form for a new record, in a drawer. */
export function CreateDrawer({ model, initial, once, onCreated, onClose }: CreateDrawerProps) {
  const { t } = useTranslation('forms');
  const [round, setRound] = useState(0);
  return (
    <FormDrawer size={520} title={t('newRecord', { model: model.label })}>
      {(cancelRef) => (
        <RecordForm
          key={round}
          model={model}
          initial={initial}
          cancelRef={cancelRef}
          onCancel={onClose}
          onSaved={(record, again) => {
            if (!again) return onCreated(record);
            notifyDone(t('created', { model: model.label, record: recordLabel(model, record) }));
            setRound(round + 1);
          }}
          repeat={!once}
        />
      )}
    </FormDrawer>
  );
}

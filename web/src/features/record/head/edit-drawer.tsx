import { Drawer } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Included, RecordData } from '~/api/records.ts';
import { useRefresh } from '~/api/refresh.ts';
import { recordLabel } from '~/fields/reference/label.ts';
import type { Model } from '~/metadata/model.ts';
import { notifyDone } from '~/ui/notify.ts';
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
  const cancel = useRef<() => void>(null);
  const close = () => cancel.current?.();
  return (
    <Drawer
      opened
      onClose={close}
      // With several drawers open, Escape must close only the topmost one, which has the focus.
      closeOnEscape={false}
      onKeyDown={({ key, defaultPrevented }) => {
        if (key === 'Escape' && !defaultPrevented) close();
      }}
      position="right"
      size="lg"
      title={t('edit.title', { title: recordLabel(model, record) })}
    >
      <RecordForm
        model={model}
        record={record}
        included={included}
        cancelRef={cancel}
        onCancel={onClose}
        onSaved={async () => {
          onClose();
          await refresh();
          notifyDone(t('edit.done'));
        }}
      />
    </Drawer>
  );
}

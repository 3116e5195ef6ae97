import { Drawer } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordData } from '~/api/records.ts';
import { recordLabel } from '~/fields/reference/label.ts';
import type { Model } from '~/metadata/model.ts';
import { notifyDone } from '~/ui/notify.ts';
import { RecordForm } from './record-form.tsx';

interface CreateDrawerProps {
  readonly model: Model;
  readonly initial: Readonly<Record<string, unknown>>;
  /** Does not offer to create another one. */
  readonly once: boolean;
  readonly onCreated: (record: RecordData) => void;
  readonly onClose: () => void;
}

/** The form for a new record, at the side of the page. */
export function CreateDrawer({ model, initial, once, onCreated, onClose }: CreateDrawerProps) {
  const { t } = useTranslation('forms');
  const cancel = useRef<() => void>(null);
  const [round, setRound] = useState(0);
  const close = () => cancel.current?.();
  return (
    <Drawer
      opened
      onClose={close}
      // Only the topmost of several drawers has the focus, and only that one is closed.
      closeOnEscape={false}
      onKeyDown={({ key, defaultPrevented }) => {
        if (key === 'Escape' && !defaultPrevented) close();
      }}
      position="right"
      size={520}
      title={t('newRecord', { model: model.label })}
    >
      <RecordForm
        key={round}
        model={model}
        initial={initial}
        cancelRef={cancel}
        onCancel={onClose}
        onSaved={(record, again) => {
          if (!again) return onCreated(record);
          notifyDone(t('created', { model: model.label, record: recordLabel(model, record) }));
          setRound(round + 1);
        }}
        repeat={!once}
      />
    </Drawer>
  );
}

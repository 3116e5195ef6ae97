import { useTranslation } from 'react-i18next';
import { type RecordData, records } from '~/api/records.ts';
import { useRefresh } from '~/api/refresh.ts';
import { useCan } from '~/metadata/access.ts';
import { type Field, type Model, modelName } from '~/metadata/model.ts';
import { notifyError } from '~/ui/notify.ts';
import { notifyUndo } from '~/ui/undo-notice.tsx';
import { sameValue } from '~/views/form/draft.ts';
import { mayReturnTo } from '../documents/document-state.ts';

export interface UndoFieldChange {
  /** True when the field can be set to its value before the change. */
  readonly can: (field: Field, before: unknown) => boolean;
  readonly run: (field: Field, before: unknown) => Promise<void>;
}

/**
 * Undoes one change of a field; later changes of other fields stay. Undefined when the person may not change the
 * record.
 */
export function useUndoFieldChange(model: Model, record: RecordData | undefined): UndoFieldChange | undefined {
  const { t } = useTranslation('record');
  const refresh = useRefresh(model.path);
  const can = useCan();
  if (!record || !can.writeRecord(model, record)) return undefined;
  const write = (key: string, value: unknown, version: number) =>
    records.update(model.path, record._id, { [key]: value }, { version });
  return {
    can: (field, before) =>
      !field.readOnly &&
      !field.createOnly &&
      field.type !== 'secret' &&
      !sameValue(record[field.key], before) &&
      mayReturnTo(modelName(model), record, field, before),
    async run({ key, label }, before) {
      try {
        const { version } = await write(key, before, record.version);
        await refresh();
        notifyUndo(t('revert.fieldDone', { field: label }), async () => {
          await write(key, record[key] ?? null, version);
          await refresh();
        });
      } catch (error) {
        await refresh();
        notifyError(error);
      }
    },
  };
}

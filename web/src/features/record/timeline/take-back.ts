import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { type RecordData, records } from '~/api/records.ts';
import { useCan } from '~/metadata/access.ts';
import type { Field, Model } from '~/metadata/model.ts';
import { notifyError } from '~/ui/notify.ts';
import { notifyUndo } from '~/ui/undo-notice.tsx';
import { sameValue } from '~/views/form/save-field.ts';

export interface TakeBack {
  /** Whether the field can get the value again that it had before a change. */
  readonly can: (field: Field, before: unknown) => boolean;
  readonly run: (field: Field, before: unknown) => Promise<void>;
}

/** Takes one change of a field back; what was changed besides it stays. Undefined when the record cannot be changed. */
export function useTakeBack(model: Model, record: RecordData | undefined): TakeBack | undefined {
  const { t } = useTranslation('record');
  const client = useQueryClient();
  const canWrite = useCan().write(model);
  if (!record || !canWrite) return undefined;
  const refresh = () => client.invalidateQueries({ queryKey: keys.model(model.path) });
  const write = (key: string, value: unknown, version: number) =>
    records.update(model.path, record._id, { [key]: value }, { version });
  return {
    can: ({ key, type, readOnly, createOnly }, before) =>
      !readOnly && !createOnly && type !== 'secret' && !sameValue(record[key], before),
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

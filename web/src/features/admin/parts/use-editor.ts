import { useHotkeys } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type RecordData, records } from '~/api/records.ts';
import { showRemoved } from '~/api/shown-records.ts';
import { notifyDone, notifyError } from '~/ui/notify.ts';
import { notifyUndo } from '~/ui/undo-notice.tsx';
import { useRecordDraft } from '~/views/form/use-record-draft.ts';
import { useSave } from '~/views/parts/use-save.ts';
import { useUnsaved } from '~/views/parts/use-unsaved.tsx';

interface EditorInput<R extends RecordData, V extends { readonly name: string }> {
  readonly path: string;
  /** The path of the list. The pages of its records are below it. */
  readonly listPath: string;
  /** Undefined for a new record. */
  readonly record: R | undefined;
  readonly empty: V;
  readonly valuesOf: (record: R) => V;
  readonly changesOf: (values: V, before: V) => Readonly<Record<string, unknown>>;
  /** Names of the inputs, equal to the names of the fields on the server. */
  readonly inputs: readonly string[];
}

/** Edits a record on its own page: keeps unsaved changes, saves, deletes, and reports changes by others. */
export function useEditor<R extends RecordData, V extends { readonly name: string }>(input: EditorInput<R, V>) {
  const { path, listPath, record, empty, valuesOf, changesOf, inputs } = input;
  const { t } = useTranslation('screens');
  const client = useQueryClient();
  const navigate = useNavigate();
  const draft = useRecordDraft<R, V>({
    path,
    record,
    read: valuesOf,
    empty,
    together: Object.keys(empty) as (keyof V)[],
  });
  const { values } = draft;
  const changes = changesOf(values, draft.base);
  const dirty = Object.keys(changes).length > 0;
  const { dialog, release } = useUnsaved(dirty);

  const { save, isSaving, problems } = useSave({
    send: async () => (record ? await draft.save(changes) : ((await records.create(path, changes)) as R)),
    inputs,
    onDone: (saved) => {
      notifyDone(t('saved', { name: values.name }));
      if (record) return;
      release();
      void navigate({ to: `${listPath}/${saved._id}`, replace: true });
    },
  });

  useHotkeys([['mod+S', () => dirty && !isSaving && save()]], []);

  const remove = async (): Promise<void> => {
    if (!record) return;
    try {
      await records.remove(path, record._id);
    } catch (error) {
      notifyError(error, t('notDeleted', { name: record.name as string }));
      return;
    }
    release();
    // The page is left first, because it would request the deleted record again.
    await navigate({ to: listPath });
    showRemoved(client, path, record._id);
    notifyUndo(t('deleted', { name: record.name as string }), async () => {
      await records.restore(path, record._id);
    });
  };

  return {
    values,
    set: draft.change,
    dirty,
    save: () => save(),
    isSaving,
    problems,
    remove,
    dialog,
    /** True when somebody else has saved a contradicting change and there are unsaved changes. */
    outdated: draft.isOutdated && dirty,
    takeTheirs: draft.takeTheirs,
    keepMine: () => void draft.keepMine(),
  };
}

export type Editor = ReturnType<typeof useEditor>;

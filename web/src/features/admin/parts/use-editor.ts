import { useHotkeys } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { type RecordData, records } from '~/api/records.ts';
import { showRemoved } from '~/api/shown-records.ts';
import { notifyDone, notifyError } from '~/ui/notify.ts';
import { notifyUndo } from '~/ui/undo-notice.tsx';
import { useSave } from './use-save.ts';
import { useUnsaved } from './use-unsaved.tsx';

interface EditorInput<R extends RecordData, V extends { readonly name: string }> {
  readonly path: string;
  /** The page of the list, below which each record has its page. */
  readonly listPath: string;
  /** Undefined for a new one. */
  readonly record: R | undefined;
  readonly empty: V;
  readonly valuesOf: (record: R) => V;
  readonly changesOf: (values: V, before: V) => Readonly<Record<string, unknown>>;
  /** Names of the inputs, as the server calls them. */
  readonly inputs: readonly string[];
}

/** Edits a record on a page of its own: what was changed, saving, deleting, and changes by others meanwhile. */
export function useEditor<R extends RecordData, V extends { readonly name: string }>(input: EditorInput<R, V>) {
  const { path, listPath, record, empty, valuesOf, changesOf, inputs } = input;
  const { t } = useTranslation('screens');
  const client = useQueryClient();
  const navigate = useNavigate();
  const [base, setBase] = useState(record);
  const [values, setValues] = useState(record ? valuesOf(record) : empty);
  const before = base ? valuesOf(base) : empty;
  const changes = changesOf(values, before);
  const dirty = Object.keys(changes).length > 0;
  const { dialog, release } = useUnsaved(dirty);

  const take = (next: R) => {
    setBase(next);
    setValues(valuesOf(next));
  };
  const outdated = record !== undefined && base !== undefined && record.version > base.version;
  // Nothing was typed, so the new state is simply shown.
  if (outdated && !dirty) take(record);

  /** Goes on with what was changed here, on top of their state. */
  const keepMine = () => {
    if (!record) return;
    const isMine = (key: keyof V) => JSON.stringify(values[key]) !== JSON.stringify(before[key]);
    const mine = Object.fromEntries(Object.entries(values).filter(([key]) => isMine(key as keyof V)));
    setBase(record);
    setValues({ ...valuesOf(record), ...mine });
  };

  const { save, isSaving, problems } = useSave({
    send: async () =>
      (base
        ? await records.update(path, base._id, changes, { version: base.version })
        : await records.create(path, changes)) as R,
    inputs,
    onDone: (saved) => {
      void client.invalidateQueries({ queryKey: keys.model(path) });
      notifyDone(t('saved', { name: values.name }));
      if (base) {
        take(saved);
      } else {
        release();
        void navigate({ to: `${listPath}/${saved._id}`, replace: true });
      }
    },
  });

  useHotkeys([['mod+S', () => dirty && !isSaving && save()]], []);

  const remove = async (): Promise<void> => {
    if (!base) return;
    try {
      await records.remove(path, base._id);
    } catch (error) {
      notifyError(error, t('notDeleted', { name: base.name as string }));
      return;
    }
    release();
    // The page is left first: it would ask for the deleted record again.
    await navigate({ to: listPath });
    showRemoved(client, path, base._id);
    void client.invalidateQueries({ queryKey: keys.model(path) });
    notifyUndo(t('deleted', { name: base.name as string }), async () => {
      await records.restore(path, base._id);
      void client.invalidateQueries({ queryKey: keys.model(path) });
    });
  };

  return {
    values,
    set: (change: Partial<V>) => setValues((former) => ({ ...former, ...change })),
    dirty,
    save: () => save(),
    isSaving,
    problems,
    remove,
    dialog,
    /** Somebody else saved it after this page was opened. */
    outdated: outdated && dirty,
    takeTheirs: () => record && take(record),
    keepMine,
  };
}

export type Editor = ReturnType<typeof useEditor>;

import { Alert, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type RecordData, records } from '~/api/records.ts';
import { type Model, modelName } from '~/metadata/model.ts';
import { errorText } from '~/ui/error-text.ts';
import { FormDialog } from '~/ui/form-dialog.tsx';
import { type SavedView, savedOfState, savedViewsPath } from './saved-views.ts';
import type { ListState } from './search.ts';

interface SaveViewModalProps {
  readonly model: Model;
  /** What the list shows now. */
  readonly state: ListState;
  /** The view whose name and audience are changed; a new one when it is absent. */
  readonly view?: SavedView | undefined;
  readonly onSaved: (view: RecordData) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for the name of a view and who sees it. A new one is saved with what the list shows. */
export function SaveViewModal({ model, state, view, onSaved, onClose }: SaveViewModalProps) {
  const { t } = useTranslation('records');
  const [name, setName] = useState(view?.name ?? '');
  const [shared, setShared] = useState(view?.shared ?? false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const save = async () => {
    setBusy(true);
    try {
      const named = { name: name.trim(), shared };
      await onSaved(
        view
          ? await records.update(savedViewsPath, view._id, named, { version: view.version })
          : await records.create(savedViewsPath, { ...savedOfState(state), ...named, modelKey: modelName(model) }),
      );
    } catch (error) {
      setProblem(errorText(error, t));
    } finally {
      setBusy(false);
    }
  };
  return (
    <FormDialog
      title={t(view ? 'saved.edit' : 'saved.new')}
      action={t('common:save')}
      disabled={name.trim() === ''}
      isBusy={busy}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      {problem !== undefined && (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
      <TextInput
        label={t('saved.name')}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        maxLength={200}
        required
        data-autofocus
      />
      <Switch
        label={t('saved.share')}
        description={t('saved.shareHelp')}
        checked={shared}
        onChange={({ currentTarget }) => setShared(currentTarget.checked)}
      />
    </FormDialog>
  );
}

import { useTranslation } from 'react-i18next';
import { type Included, type RecordData, records } from '~/api/records.ts';
import type { Field, Model } from '~/metadata/model.ts';
import { notifyUndo } from '~/ui/undo-notice.tsx';
import { EditableField } from '../form/editable-field.tsx';
import type { KeptDraft } from '../form/use-field-phase.ts';

interface CellEditorProps {
  readonly model: Model;
  readonly record: RecordData;
  readonly field: Field;
  readonly included: Included | undefined;
  readonly onEnd: () => void;
  readonly onFocusBack: () => void;
  readonly takeAgain: () => boolean;
  readonly kept: KeptDraft;
}

/** Edits one cell. The new value is shown at once and can be undone. */
export function CellEditor({ model, record, field, included, onEnd, onFocusBack, takeAgain, kept }: CellEditorProps) {
  const { t } = useTranslation('records');
  const before = record[field.key] ?? null;
  const saved = (after: RecordData) => {
    // The person accepted the other person's value, so there is nothing to undo.
    if (JSON.stringify(after[field.key] ?? null) === JSON.stringify(before)) return;
    notifyUndo(t('edit.done', { field: field.label }), async () => {
      await records.update(model.path, record._id, { [field.key]: before }, { version: after.version });
    });
  };
  return (
    <EditableField
      model={model}
      record={record}
      field={field}
      included={included}
      compact
      editing
      onSaved={saved}
      onFocusBack={onFocusBack}
      takeAgain={takeAgain}
      kept={kept}
      onEditing={(editing) => {
        if (!editing) onEnd();
      }}
    />
  );
}

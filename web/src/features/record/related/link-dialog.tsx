import { Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { records } from '~/api/records.ts';
import { useRefresh } from '~/api/refresh.ts';
import { FieldInput } from '~/fields/field-input.tsx';
import type { Field } from '~/metadata/model.ts';
import type { Link } from '~/metadata/registry.ts';
import { errorText } from '~/ui/error-text.ts';
import { FormDialog } from '~/ui/form-dialog.tsx';
import { notifyDone } from '~/ui/notify.ts';
import { linkedValue } from './link-value.ts';

interface LinkDialogProps {
  readonly link: Link;
  readonly id: string;
  readonly onClose: () => void;
}

/** Links an existing record to this one. */
export function LinkDialog({ link: { model, field }, id, onClose }: LinkDialogProps) {
  const { t } = useTranslation('record');
  const refresh = useRefresh(model.path);
  const [chosen, setChosen] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const connect = async () => {
    if (chosen === undefined) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const record = await records.get(model.path, chosen);
      const value = linkedValue(field, record[field.key], id);
      await records.update(model.path, chosen, { [field.key]: value }, { version: record.version });
      onClose();
      await refresh();
      notifyDone(t('related.linked'));
    } catch (error) {
      setProblem(errorText(error, t));
      setBusy(false);
    }
  };
  const picker: Field = {
    key: 'record',
    type: 'reference',
    label: model.label,
    reference: { moduleKey: model.moduleKey, slug: model.slug },
    required: false,
    unique: false,
    readOnly: false,
    default: null,
    filterable: false,
    sortable: false,
    searchable: false,
  };
  return (
    <FormDialog
      title={t('related.linkTitle', { model: model.label })}
      action={t('related.link')}
      disabled={chosen === undefined}
      isBusy={busy}
      onSubmit={connect}
      onClose={onClose}
    >
      <Text size="sm">{t('related.linkText', { field: field.label })}</Text>
      <FieldInput
        field={picker}
        model={model}
        value={chosen ?? null}
        onChange={(value) => setChosen(typeof value === 'string' ? value : undefined)}
        error={problem}
        autoFocus
      />
    </FormDialog>
  );
}

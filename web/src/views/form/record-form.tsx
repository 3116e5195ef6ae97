import { Alert, Button, Checkbox, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { lazy, type Ref, Suspense, useImperativeHandle, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Included, RecordData } from '~/api/records.ts';
import { isEmpty } from '~/fields/values.ts';
import { useAiModel } from '~/metadata/ai.ts';
import type { Model } from '~/metadata/model.ts';
import { errorText } from '~/ui/error-text.ts';
import { Form } from '~/ui/form.tsx';
import { DraftNotice } from './draft-notice.tsx';
import classes from './form.module.css';
import type { Values } from './form-values.ts';
import { LayoutFields } from './layout-fields.tsx';
import { useDraft } from './use-draft.ts';
import { useFormLayout } from './use-form-layout.ts';
import { useLeave } from './use-leave.tsx';
import { useRecordForm } from './use-record-form.ts';

const FillFromText = lazy(() => import('./fill-from-text.tsx').then((module) => ({ default: module.FillFromText })));

interface RecordFormProps {
  readonly model: Model;
  /** The record to edit. Without it, the form creates one. */
  readonly record?: RecordData | undefined;
  /** Known values of a new record. */
  readonly initial?: Values | undefined;
  readonly included?: Included | undefined;
  /** `again` is true when the person wants to create another record. */
  readonly onSaved: (record: RecordData, again: boolean) => void;
  readonly onCancel: () => void;
  /** True when the form offers to create several records one after the other. */
  readonly repeat?: boolean | undefined;
  /** Receives the function of the cancel button, which asks before unsaved input is lost. */
  readonly cancelRef?: Ref<() => void> | undefined;
}

/** A form that creates or edits a record. */
export function RecordForm(props: RecordFormProps) {
  const { model, record, initial, included, onSaved, onCancel, repeat, cancelRef } = props;
  const { t } = useTranslation('forms');
  const form = useRecordForm({ model, record, initial });
  const draft = useDraft({ model, record, form });
  const aiModel = useAiModel();
  const [again, setAgain] = useState(false);
  const { dialog, leave, release } = useLeave(form.changed.length > 0, draft.remove);
  const cancel = () => leave(onCancel);
  useImperativeHandle(cancelRef, () => cancel);
  const layout = useFormLayout({ model, creating: record === undefined, base: form.base, initial });
  const { main } = layout.layout;
  const first = main.find(({ key }) => isEmpty(form.base[key])) ?? main[0];
  const save = async () => {
    if (form.saving) return;
    const result = await form.submit();
    if (result.errors) layout.focusFirst(result.errors);
    if (!result.saved) return;
    draft.remove();
    release();
    onSaved(result.saved, again);
  };

  return (
    <Form ref={layout.element} className={classes.form} onSubmit={() => void save()} enterSends={false} noValidate>
      <DraftNotice draft={draft} onRestored={layout.showAll} />
      {aiModel !== undefined && record === undefined && (
        <Suspense fallback={null}>
          <FillFromText model={model} form={form} aiModel={aiModel} onFilled={layout.showAll} />
        </Suspense>
      )}
      {form.failure !== undefined && (
        <Alert color="red" icon={<IconAlertTriangle size={18} />} role="alert">
          {errorText(form.failure, t)}
        </Alert>
      )}
      {model.requiresOneOf && record === undefined && <OneOfHint model={model} />}
      <LayoutFields model={model} form={form} layout={layout} included={included} first={first} />
      <Group className={classes.foot} justify="flex-end" gap="xs">
        {repeat && (
          <Checkbox
            size="xs"
            mr="auto"
            label={t('createAnother')}
            checked={again}
            onChange={({ currentTarget }) => setAgain(currentTarget.checked)}
          />
        )}
        <Button variant="default" onClick={cancel} disabled={form.saving}>
          {t('common:cancel')}
        </Button>
        <Button type="submit" loading={form.saving} disabled={record !== undefined && form.changed.length === 0}>
          {record ? t('common:save') : t('common:create')}
        </Button>
      </Group>
      {dialog}
    </Form>
  );
}

/** Names the fields of which one is required. */
function OneOfHint({ model }: { readonly model: Model }) {
  const { t } = useTranslation('forms');
  return (
    <Text size="xs" c="dimmed">
      {t('oneOf', {
        fields: model.fields
          .filter(({ key }) => model.requiresOneOf?.includes(key))
          .map(({ label }) => label)
          .join(', '),
      })}
    </Text>
  );
}

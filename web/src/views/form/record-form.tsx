import { Alert, Button, Checkbox, Group, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { lazy, type Ref, Suspense, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Included, RecordData } from '~/api/records.ts';
import { isEmpty } from '~/fields/values.ts';
import { useAiModel } from '~/metadata/ai.ts';
import type { Model } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { errorText } from '~/ui/error-text.ts';
import { Form } from '~/ui/form.tsx';
import { DraftNotice } from './draft-notice.tsx';
import classes from './form.module.css';
import { FormField } from './form-field.tsx';
import { type FormLayout, layoutOf } from './form-fields.ts';
import type { Values } from './form-values.ts';
import { useDraft } from './use-draft.ts';
import { useLeave } from './use-leave.tsx';
import { type Errors, type RecordFormState, useRecordForm } from './use-record-form.ts';

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
  /** Whether the form offers to create several records one after the other. */
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
  const [more, setMore] = useState(false);
  const [again, setAgain] = useState(false);
  const { dialog, leave, release } = useLeave(form.changed.length > 0, draft.remove);
  const cancel = () => leave(onCancel);
  useImperativeHandle(cancelRef, () => cancel);
  const element = useRef<HTMLFormElement>(null);
  // The layout does not depend on the current values, so that fields do not move while the person types.
  const layout = useMemo(() => {
    const filled = Object.entries(form.base).filter(([key, value]) => {
      // An unticked checkbox counts as empty.
      if (isEmpty(value) || value === false) return false;
      return record !== undefined || initial?.[key] !== undefined;
    });
    return layoutOf(model, record === undefined, new Set(filled.map(([key]) => key)));
  }, [model, record, initial, form.base]);
  const restCount = layout.more.reduce((count, { fields }) => count + fields.length, 0);
  const first = layout.main.find(({ key }) => isEmpty(form.base[key])) ?? layout.main[0];

  /** Shows all fields if one of these is hidden. */
  const showAll = (keys: readonly string[]) => {
    if (keys.some((key) => !layout.main.some((field) => field.key === key))) setMore(true);
  };
  const focusFirst = (errors: Errors) => {
    const order = [...layout.main, ...layout.more.flatMap(({ fields }) => fields)];
    const wrong = order.find(({ key }) => errors[key] !== undefined);
    if (!wrong) return;
    if (!layout.main.includes(wrong)) setMore(true);
    // The section must be visible before a field in it can take the focus.
    setTimeout(() => {
      const place = element.current?.querySelector(`[data-field="${CSS.escape(wrong.key)}"]`);
      place?.querySelector<HTMLElement>('input, textarea, button')?.focus();
    });
  };
  const save = async () => {
    if (form.saving) return;
    const result = await form.submit();
    if (result.errors) focusFirst(result.errors);
    if (!result.saved) return;
    draft.remove();
    release();
    onSaved(result.saved, again);
  };

  return (
    <Form ref={element} className={classes.form} onSubmit={() => void save()} enterSends={false} noValidate>
      <DraftNotice draft={draft} onRestored={showAll} />
      {aiModel !== undefined && record === undefined && (
        <Suspense fallback={null}>
          <FillFromText model={model} form={form} aiModel={aiModel} onFilled={showAll} />
        </Suspense>
      )}
      {form.failure !== undefined && (
        <Alert color="red" icon={<IconAlertTriangle size={18} />} role="alert">
          {errorText(form.failure, t)}
        </Alert>
      )}
      {model.requiresOneOf && record === undefined && <OneOfHint model={model} />}
      <div className={classes.grid}>
        {layout.main.map((field) => (
          <FormField
            key={field.key}
            model={model}
            form={form}
            field={field}
            included={included}
            autoFocus={field === first}
          />
        ))}
      </div>
      {restCount > 0 && (
        <div>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-expanded={more}
            onClick={() => setMore(!more)}
            leftSection={more ? <IconChevronUp size={16} /> : <IconChevronDown size={16} />}
          >
            {more ? t('fewerFields') : t('moreFields', { count: restCount })}
          </Button>
        </div>
      )}
      {more && <MoreSections model={model} form={form} included={included} sections={layout.more} />}
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

interface MoreSectionsProps {
  readonly model: Model;
  readonly form: RecordFormState;
  readonly included: Included | undefined;
  readonly sections: FormLayout['more'];
}

/** The fields behind "More fields", by group. */
function MoreSections({ model, form, included, sections }: MoreSectionsProps) {
  const { t } = useTranslation('forms');
  const registry = useRegistry();
  const headingOf = (group: string | undefined) => (group === undefined ? t('details') : registry.groupLabel(group));
  return (
    <>
      {sections.map(({ group, fields }) => (
        <section key={group ?? ''} aria-label={headingOf(group)}>
          <Title order={3} size="h4" className={classes.heading} mb="sm">
            {headingOf(group)}
          </Title>
          <div className={classes.grid}>
            {fields.map((field) => (
              <FormField key={field.key} model={model} form={form} field={field} included={included} />
            ))}
          </div>
        </section>
      ))}
    </>
  );
}

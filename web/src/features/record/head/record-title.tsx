import { ActionIcon, Alert, Button, Group, Popover, Stack, Tooltip } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordData } from '~/api/records.ts';
import { useRefresh } from '~/api/refresh.ts';
import { FieldInput } from '~/fields/field-input.tsx';
import { recordLabel } from '~/fields/reference/label.ts';
import { useCan } from '~/metadata/access.ts';
import type { Field, Model } from '~/metadata/model.ts';
import { errorText } from '~/ui/error-text.ts';
import { Form } from '~/ui/form.tsx';
import { RecordConflict } from '~/views/form/save-over.ts';
import { useRecordDraft } from '~/views/form/use-record-draft.ts';

interface RecordTitleProps {
  readonly model: Model;
  readonly record: RecordData;
}

const isWritable = (field: Field): boolean => !field.readOnly && !field.computed && !field.createOnly;

/** The fields that form the title: the title field, or the names of a person. */
function titleFields({ fields, titleField }: Model): readonly Field[] {
  const own = fields.filter((field) => field.key === titleField && isWritable(field) && field.type === 'text');
  if (own.length > 0) return own;
  return fields.filter((field) => ['firstName', 'lastName'].includes(field.key) && isWritable(field));
}

/** The title of a record, editable in place. */
export function RecordTitle({ model, record }: RecordTitleProps) {
  const { t } = useTranslation('record');
  const canWrite = useCan().writeRecord(model, record);
  const [open, setOpen] = useState(false);
  const fields = titleFields(model);
  const label = recordLabel(model, record);
  return (
    <>
      {label === record._id ? model.label : label}
      {canWrite && fields.length > 0 && (
        <Popover opened={open} onChange={setOpen} position="bottom-start" width={320} trapFocus withArrow>
          <Popover.Target>
            <Tooltip label={t('title.change')} disabled={open}>
              <ActionIcon
                variant="subtle"
                color="gray"
                size="sm"
                ml={4}
                aria-label={t('title.change')}
                onClick={() => setOpen(!open)}
              >
                <IconPencil size={15} />
              </ActionIcon>
            </Tooltip>
          </Popover.Target>
          <Popover.Dropdown>
            {open && <TitleForm model={model} record={record} fields={fields} onEnd={() => setOpen(false)} />}
          </Popover.Dropdown>
        </Popover>
      )}
    </>
  );
}

interface TitleFormProps extends RecordTitleProps {
  readonly fields: readonly Field[];
  readonly onEnd: () => void;
}

function TitleForm({ model, record, fields, onEnd }: TitleFormProps) {
  const { t } = useTranslation('record');
  const refresh = useRefresh(model.path);
  const draft = useRecordDraft<RecordData, Readonly<Record<string, unknown>>>({
    path: model.path,
    record,
    read: (one) => Object.fromEntries(fields.map(({ key }) => [key, one[key]])),
    together: fields.map(({ key }) => key),
    follows: false,
  });
  const { values } = draft;
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  /** Resolves with the other person's record if both changed the title. */
  const write = async (): Promise<RecordData | undefined> => {
    if (!draft.isTyped) return undefined;
    try {
      await draft.save(draft.typed);
      return undefined;
    } catch (error) {
      if (error instanceof RecordConflict) return error.theirs;
      throw error;
    }
  };
  const save = async () => {
    setBusy(true);
    try {
      const theirs = await write();
      await refresh();
      if (!theirs) return onEnd();
      draft.keepMine(theirs);
      setProblem(t('title.conflict', { title: recordLabel(model, theirs) }));
    } catch (error) {
      setProblem(errorText(error, t));
    }
    setBusy(false);
  };
  return (
    <Form enterSends onSubmit={save}>
      <Stack gap="xs">
        {fields.map((field, n) => (
          <FieldInput
            key={field.key}
            field={field}
            model={model}
            value={values[field.key]}
            onChange={(value) => draft.change({ [field.key]: value === '' ? null : value })}
            autoFocus={n === 0}
          />
        ))}
        {problem !== undefined && (
          <Alert color="red" role="alert">
            {problem}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button size="xs" variant="default" onClick={onEnd}>
            {t('common:cancel')}
          </Button>
          <Button size="xs" type="submit" loading={busy}>
            {t('common:save')}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}

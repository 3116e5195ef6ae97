import { Button, Stack, Text } from '@mantine/core';
import { IconArrowMerge } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { duplicates, duplicatesKey } from '~/api/duplicates.ts';
import type { RecordData } from '~/api/records.ts';
import { FieldInput } from '~/fields/field-input.tsx';
import { recordLabel, secondLine } from '~/fields/reference/label.ts';
import { useReferencedAll } from '~/fields/reference/lookup.ts';
import { mergePath } from '~/metadata/mergeable.ts';
import { type Field, type Model, modelName } from '~/metadata/model.ts';
import { FormDialog } from '~/ui/form-dialog.tsx';

const maxSuggested = 5;

interface MergeDialogProps {
  readonly model: Model;
  readonly record: RecordData;
  readonly onClose: () => void;
}

/** Asks with which record this one is merged, and opens the page that compares the two. */
export function MergeDialog({ model, record, onClose }: MergeDialogProps) {
  const { t } = useTranslation('duplicates');
  const navigate = useNavigate();
  const [other, setOther] = useState<string>();
  const open = (id: string) => navigate(mergePath(model, [record._id, id]));
  const field = {
    key: 'other',
    type: 'reference',
    label: t('merge.other'),
    required: false,
    readOnly: false,
    reference: { moduleKey: model.moduleKey, slug: model.slug },
  } as unknown as Field;
  return (
    <FormDialog
      title={t('merge.withTitle', { title: recordLabel(model, record) })}
      action={t('merge.next')}
      icon={<IconArrowMerge size={16} />}
      disabled={other === undefined || other === record._id}
      onSubmit={(event) => {
        event.preventDefault();
        if (other !== undefined) void open(other);
      }}
      onClose={onClose}
    >
      <Suggestions model={model} id={record._id} onChoose={(id) => void open(id)} />
      <FieldInput
        model={model}
        field={field}
        value={other ?? null}
        onChange={(value) => setOther(typeof value === 'string' ? value : undefined)}
      />
    </FormDialog>
  );
}

interface SuggestionsProps {
  readonly model: Model;
  readonly id: string;
  readonly onChoose: (id: string) => void;
}

/** Records that seem to be the same by the duplicate rules. */
function Suggestions({ model, id, onChoose }: SuggestionsProps) {
  const { t } = useTranslation('duplicates');
  const { data } = useQuery({
    queryKey: [...duplicatesKey(model.path), 'of', id],
    queryFn: ({ signal }) => duplicates.list({ model: modelName(model), recordId: id }, signal),
  });
  const ids = [...new Set(data?.data.flatMap((group) => group.ids) ?? [])].filter((one) => one !== id);
  const found = useReferencedAll(model, ids.slice(0, maxSuggested), undefined).filter((one) => !!one);
  if (found.length === 0) return null;
  return (
    <Stack gap={4}>
      <Text size="sm" fw={500}>
        {t('merge.suggested')}
      </Text>
      {found.map((one) => {
        const second = secondLine(model, one);
        return (
          <Button key={one._id} variant="default" size="xs" justify="flex-start" onClick={() => onChoose(one._id)}>
            {recordLabel(model, one)}
            {second !== undefined && (
              <Text span inherit c="dimmed" ml={6} fw={400}>
                {second}
              </Text>
            )}
          </Button>
        );
      })}
    </Stack>
  );
}

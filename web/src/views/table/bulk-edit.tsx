import { Button, Group, Modal, Progress as ProgressBar, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldInput } from '~/fields/field-input.tsx';
import { normalize } from '~/fields/kinds.ts';
import { useCheck } from '~/fields/use-check.ts';
import { readTyped } from '~/fields/values.ts';
import type { Field, Model } from '~/metadata/model.ts';
import { Form } from '~/ui/form.tsx';
import { Select } from '~/ui/select/select.tsx';
import { TagsInput } from '~/ui/select/tags-input.tsx';
import { useBulk } from './use-bulk.ts';

export type BulkMode =
  | { readonly kind: 'field'; readonly field?: Field }
  | { readonly kind: 'add' | 'remove'; readonly field: Field };

interface BulkEditProps {
  readonly model: Model;
  readonly ids: ReadonlySet<string>;
  readonly mode: BulkMode;
  readonly onClose: () => void;
}

const titles = { field: 'bulk.edit', add: 'bulk.addTags', remove: 'bulk.removeTags' } as const;

/** Sets a field of all selected records to one value, or adds and removes tags. */
export function BulkEdit({ model, ids, mode, onClose }: BulkEditProps) {
  const { t, i18n } = useTranslation('records');
  const check = useCheck();
  const { progress, change } = useBulk(model, ids);
  const [field, setField] = useState(mode.field);
  const [value, setValue] = useState<unknown>(null);
  const [tags, setTags] = useState<string[]>([]);
  const [problem, setProblem] = useState<string>();
  const fields = model.fields.filter(
    ({ readOnly, computed, createOnly, type, unique }) =>
      !readOnly && !computed && !createOnly && !unique && type !== 'secret' && type !== 'json',
  );
  const submit = async () => {
    if (!field) return;
    if (mode.kind !== 'field') {
      if (await change({ kind: mode.kind, field: field.key, tags })) onClose();
      return;
    }
    const typed = await readTyped(value);
    const wrong = check(typed, field);
    setProblem(wrong);
    if (wrong !== undefined) return;
    if (await change({ kind: 'set', field: field.key, value: normalize(typed, field) ?? null })) onClose();
  };
  const count = ids.size;
  const busy = progress !== undefined;
  return (
    <Modal
      opened
      onClose={onClose}
      title={mode.kind === 'field' && mode.field ? t('bulk.assign', { field: mode.field.label }) : t(titles[mode.kind])}
      closeOnClickOutside={!busy}
      closeOnEscape={!busy}
      withCloseButton={!busy}
    >
      <Form onSubmit={() => void submit()}>
        <Stack gap="sm">
          {mode.kind === 'field' && !mode.field && (
            <Select
              label={t('bulk.field')}
              data={fields.map(({ key, label }) => ({ value: key, label }))}
              value={field?.key ?? null}
              onChange={(key) => {
                setField(fields.find((one) => one.key === key));
                setValue(null);
                setProblem(undefined);
              }}
              searchable
              allowDeselect={false}
              data-autofocus
            />
          )}
          {mode.kind === 'field' && field && (
            <FieldInput
              key={field.key}
              field={field}
              model={model}
              value={value}
              onChange={setValue}
              error={problem}
              disabled={busy}
            />
          )}
          {mode.kind !== 'field' && (
            <TagsInput
              label={field?.label}
              description={t('bulk.tagsHint')}
              value={tags}
              onChange={setTags}
              disabled={busy}
              data-autofocus
            />
          )}
          {progress && (
            <ProgressBar
              value={(100 * progress.done) / Math.max(1, progress.total)}
              aria-label={t('bulk.progress', progress)}
            />
          )}
          {mode.kind === 'field' && field && value === null && !field.required && (
            <Text size="xs" c="dimmed">
              {t('bulk.clears', { field: field.label })}
            </Text>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose} disabled={busy}>
              {t('common:cancel')}
            </Button>
            <Button type="submit" loading={busy} disabled={!field || (mode.kind !== 'field' && tags.length === 0)}>
              {t('bulk.apply', { count, number: count.toLocaleString(i18n.language) })}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Modal>
  );
}

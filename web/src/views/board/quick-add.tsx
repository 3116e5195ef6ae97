import { ActionIcon, Button, Group, TextInput, Tooltip } from '@mantine/core';
import { IconForms, IconPlus } from '@tabler/icons-react';
import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '~/api/http.ts';
import { records } from '~/api/records.ts';
import { serialQueue } from '~/lib/serial-queue.ts';
import type { Model } from '~/metadata/model.ts';
import { notifyError } from '~/ui/notify.ts';
import classes from './board.module.css';

type Values = Readonly<Record<string, unknown>>;

interface QuickAddProps {
  readonly model: Model;
  readonly column: string;
  /** The values that put a record into the column. */
  readonly initial: Values;
  /** Opens the form with these values. */
  readonly onForm: (values: Values) => void;
}

/** Creates records in a column by title, one after the other. The form opens if a record needs more than a title. */
export function QuickAdd({ model, column, initial, onForm }: QuickAddProps) {
  const { t } = useTranslation('board');
  const box = useRef<HTMLDivElement>(null);
  const [text, setText] = useState<string>();
  // Records are created in the order in which they were typed.
  const [run] = useState(serialQueue);
  const title = model.fields.find(({ key }) => key === model.titleField);
  const canType = title?.type === 'text' && !title.readOnly && !title.computed;
  const valuesOf = (typed: string): Values => (title && typed !== '' ? { ...initial, [title.key]: typed } : initial);

  const openForm = (typed: string) => {
    setText(undefined);
    onForm(valuesOf(typed));
  };
  const create = async (typed: string) => {
    try {
      await records.create(model.path, valuesOf(typed));
    } catch (error) {
      // The model requires more than a title.
      if (error instanceof ApiError && error.status === 422) return openForm(typed);
      notifyError(error, t('notAdded', { name: typed }));
      // The title is put back for another attempt, unless the person is typing the next one.
      setText((next) => next || typed);
    }
  };
  /** The next title can be typed while this record is saved. */
  const add = (typed: string) => {
    if (typed === '') return;
    setText('');
    void run(() => create(typed));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setText(undefined);
    if (event.key !== 'Enter') return;
    event.preventDefault();
    add((text ?? '').trim());
  };
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (!box.current?.contains(relatedTarget) && (text ?? '').trim() === '') setText(undefined);
  };

  if (text === undefined || !title)
    return (
      <Button
        variant="subtle"
        color="gray"
        size="xs"
        justify="flex-start"
        className={classes.add}
        leftSection={<IconPlus size={14} />}
        onClick={() => (canType ? setText('') : onForm(initial))}
        aria-label={t('addTo', { model: model.label, column })}
      >
        {t('add', { model: model.label })}
      </Button>
    );
  return (
    <Group ref={box} gap={4} p={4} wrap="nowrap" onBlur={onBlur}>
      <TextInput
        size="xs"
        flex={1}
        aria-label={title.label}
        placeholder={t('quickAdd', { field: title.label })}
        value={text}
        maxLength={title.maxLength}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={onKeyDown}
        autoFocus
      />
      <Tooltip label={t('allFields')}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={30}
          aria-label={t('allFields')}
          onClick={() => openForm(text.trim())}
        >
          <IconForms size={16} />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}

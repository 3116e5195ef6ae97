import { closestCenter, DndContext, KeyboardSensor, PointerSensor, useSensor, useSensors } from '@dnd-kit/core';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ActionIcon, Button, Stack, Text, TextInput } from '@mantine/core';
import { IconEye, IconEyeOff, IconGripVertical, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field, Model } from '~/metadata/model.ts';
import { canBeColumn, columnFields, moveColumn } from '~/views/table/columns.ts';
import classes from './toolbar.module.css';

export interface ColumnsListProps {
  readonly model: Model;
  readonly chosen: readonly string[] | undefined;
  readonly onChange: (columns: string[] | undefined) => void;
}

/** The chosen columns in order, and the available ones. */
export function ColumnsList({ model, chosen, onChange }: ColumnsListProps) {
  const { t } = useTranslation('records');
  const [text, setText] = useState('');
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const matches = ({ label }: Field) => label.toLowerCase().includes(text.trim().toLowerCase());
  const shown = columnFields(model, chosen);
  const keys = shown.map(({ key }) => key);
  const others = model.fields.filter((field) => canBeColumn(field) && !keys.includes(field.key));
  return (
    <Stack gap={6}>
      <TextInput
        size="xs"
        data-autofocus
        aria-label={t('columns.search')}
        placeholder={t('columns.search')}
        leftSection={<IconSearch size={14} />}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <div className={classes.panel}>
        <DndContext
          sensors={sensors}
          collisionDetection={closestCenter}
          onDragEnd={({ active, over }) => {
            if (over && over.id !== active.id) onChange(moveColumn(keys, String(active.id), String(over.id)));
          }}
        >
          <SortableContext items={keys} strategy={verticalListSortingStrategy}>
            {shown.filter(matches).map((field) => (
              <ShownColumn
                key={field.key}
                field={field}
                canHide={shown.length > 1}
                onHide={() => onChange(keys.filter((key) => key !== field.key))}
              />
            ))}
          </SortableContext>
        </DndContext>
        {others.some(matches) && (
          <Text size="xs" c="dimmed" fw={500} px={4} pt={8} pb={4}>
            {t('columns.hidden')}
          </Text>
        )}
        {others.filter(matches).map((field) => (
          <div key={field.key} className={classes.entry}>
            <Text size="sm" className={classes.label} pl={24} c="dimmed">
              {field.label}
            </Text>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={t('columns.show', { column: field.label })}
              onClick={() => onChange([...keys, field.key])}
            >
              <IconEyeOff size={14} />
            </ActionIcon>
          </div>
        ))}
      </div>
      {chosen && (
        <Button size="compact-xs" variant="subtle" color="gray" onClick={() => onChange(undefined)}>
          {t('columns.reset')}
        </Button>
      )}
    </Stack>
  );
}

interface ShownColumnProps {
  readonly field: Field;
  readonly canHide: boolean;
  readonly onHide: () => void;
}

function ShownColumn({ field, canHide, onHide }: ShownColumnProps) {
  const { t } = useTranslation('records');
  const { attributes, listeners, setNodeRef, transform, transition, isDragging } = useSortable({ id: field.key });
  return (
    <div
      ref={setNodeRef}
      className={classes.entry}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <button
        type="button"
        className={classes.handle}
        aria-label={t('columns.move', { column: field.label })}
        {...attributes}
        {...listeners}
      >
        <IconGripVertical size={14} />
      </button>
      <Text size="sm" className={classes.label}>
        {field.label}
      </Text>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        disabled={!canHide}
        aria-label={t('columns.hide', { column: field.label })}
        onClick={onHide}
      >
        <IconEye size={14} />
      </ActionIcon>
    </div>
  );
}

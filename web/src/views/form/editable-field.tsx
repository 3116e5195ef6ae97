import { ActionIcon, Loader, Popover, Text } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { type Ref, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Included, RecordData } from '~/api/records.ts';
import { FieldInput } from '~/fields/field-input.tsx';
import { FieldDisplay } from '~/fields/kinds.ts';
import { useCan } from '~/metadata/access.ts';
import type { Field, Model } from '~/metadata/model.ts';
import { ConflictChoice } from './conflict-choice.tsx';
import classes from './editable-field.module.css';
import { useFieldEditing } from './use-field-editing.ts';
import type { KeptDraft, Phase } from './use-field-phase.ts';

interface EditableFieldProps {
  readonly model: Model;
  readonly record: RecordData;
  readonly field: Field;
  readonly included?: Included | undefined;
  readonly onSaved?: ((record: RecordData) => void) | undefined;
  /** True for table cells: the cell takes the focus, so there is no button. */
  readonly compact?: boolean | undefined;
  /** Set when the parent controls editing, as a table does for its keys. */
  readonly editing?: boolean | undefined;
  readonly onEditing?: ((editing: boolean) => void) | undefined;
  /** Returns the focus to the table, where a cell has no button. */
  readonly onFocusBack?: (() => void) | undefined;
  readonly takeAgain?: (() => boolean) | undefined;
  readonly kept?: KeptDraft | undefined;
}

/** Shows a value and edits it in place. Click, Enter or F2 starts; Enter or leaving saves; Escape cancels. */
export function EditableField(props: EditableFieldProps) {
  const { model, record, field, included, compact } = props;
  const can = useCan();
  if (!field.readOnly && !field.computed && !field.createOnly && can.writeRecord(model, record))
    return <Editable {...props} />;
  return (
    <div className={compact ? undefined : classes.fixed}>
      <FieldDisplay field={field} value={record[field.key]} record={record} included={included} compact={compact} />
    </div>
  );
}

function Editable(props: EditableFieldProps) {
  const { field, compact } = props;
  const box = useRef<HTMLDivElement>(null);
  const wantsFocus = useRef(false);
  const focusButton = () => {
    wantsFocus.current = true;
  };
  const edit = useFieldEditing({ ...props, onFocusBack: props.onFocusBack ?? focusButton });
  const { phase } = edit;
  // The button is rendered only after the input is gone, so the focus returns in an effect.
  useLayoutEffect(() => {
    if (!wantsFocus.current || phase.name === 'editing') return;
    wantsFocus.current = false;
    box.current?.querySelector<HTMLElement>('[data-edit]')?.focus();
  }, [phase.name]);

  if (phase.name === 'editing') return <EditedField {...props} edit={edit} phase={phase} />;
  const shown = <ShownField {...props} edit={edit} phase={phase} ref={box} />;
  if (phase.name !== 'conflict') return shown;
  const conflict = (
    <ConflictChoice
      field={field}
      mine={phase.value}
      theirs={phase.theirs}
      onTheirs={edit.takeTheirs}
      onMine={edit.keepMine}
    />
  );
  if (!compact) return conflict;
  return (
    <Popover opened position="bottom-start" shadow="md" width={300} trapFocus withRoles={false}>
      <Popover.Target>{shown}</Popover.Target>
      <Popover.Dropdown p={0}>{conflict}</Popover.Dropdown>
    </Popover>
  );
}

interface PhaseProps<P extends Phase> extends EditableFieldProps {
  readonly edit: ReturnType<typeof useFieldEditing>;
  readonly phase: P;
}

/** The input of a value, with its error: below the input, or in a popover where there is no room. */
function EditedField(props: PhaseProps<Extract<Phase, { name: 'editing' }>>) {
  const { model, record, field, included, compact, edit, phase } = props;
  const message = phase.error !== undefined && (
    <Text size="xs" c="var(--mantine-color-error)" mt={compact ? 0 : 4} role="alert">
      {phase.error}
    </Text>
  );
  const input = (
    // biome-ignore lint/a11y/noStaticElementInteractions: the key events come from the input inside.
    <div onKeyDown={edit.keys}>
      <FieldInput
        field={{ ...field, help: undefined }}
        model={model}
        value={phase.value}
        onChange={edit.change}
        onCommit={edit.commit}
        onBlur={edit.leave}
        error={phase.error}
        included={included}
        values={record}
        autoFocus
        compact
      />
      {!compact && message}
    </div>
  );
  if (!compact) return input;
  return (
    <Popover opened={message !== false} position="bottom-start" withArrow shadow="sm" withRoles={false}>
      <Popover.Target>{input}</Popover.Target>
      <Popover.Dropdown p="xs">{message}</Popover.Dropdown>
    </Popover>
  );
}

interface ShownFieldProps extends PhaseProps<Exclude<Phase, { name: 'editing' }>> {
  readonly ref: Ref<HTMLDivElement>;
}

/** The value, with a button that starts editing unless it is in a cell. */
function ShownField({ record, field, included, compact, edit, phase, ref }: ShownFieldProps) {
  const { t } = useTranslation('forms');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside handles the keyboard.
    <div
      ref={ref}
      className={`${classes.shown} ${compact ? classes.compact : ''}`}
      onKeyDown={edit.keys}
      onClick={({ target }) => {
        if (!(target instanceof Element) || target.closest('a') === null) edit.begin();
      }}
    >
      <div className={classes.value}>
        <FieldDisplay
          field={field}
          value={phase.name === 'shown' ? record[field.key] : phase.value}
          record={record}
          included={included}
          compact={compact}
        />
      </div>
      {phase.name === 'saving' && compact && <Loader size={12} aria-label={t('saving')} />}
      {!compact && (
        <ActionIcon
          className={classes.pencil}
          data-edit
          data-saving={phase.name === 'saving' || undefined}
          variant="subtle"
          color="gray"
          size={24}
          aria-label={phase.name === 'saving' ? t('saving') : t('editField', { field: field.label })}
          onClick={edit.begin}
        >
          {phase.name === 'saving' ? <Loader size={12} /> : <IconPencil size={14} />}
        </ActionIcon>
      )}
    </div>
  );
}

import { ActionIcon, TextInput } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type Model, recordPath } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { controlProps, opensAtOnce } from '../control.ts';
import type { InputProps } from '../kind.ts';
import { OptionBox } from '../option-box.tsx';
import { recordLabel } from './label.ts';
import { useReferenced } from './lookup.ts';
import { recordItem, useCreateInPlace, useRecordSearch } from './search.tsx';

interface RecordInputProps extends InputProps {
  readonly target: Model;
}

function RecordInput({ target, ...props }: RecordInputProps) {
  const { value, onChange, onCommit, onBlur, included, compact, only } = props;
  const { t } = useTranslation('fields');
  const id = typeof value === 'string' ? value : undefined;
  const record = useReferenced(target, id, included);
  const search = useRecordSearch(target, only);
  const choose = (next: string | null) => {
    onChange(next);
    onCommit?.(next);
  };
  const { create, creating } = useCreateInPlace(target, search.query, (created) => choose(created._id), only);
  const item = record
    ? recordItem(target, record)
    : id && { value: id, label: record === null ? t('notVisible') : '…', left: undefined };
  return (
    <OptionBox
      {...search}
      control={controlProps(props)}
      openAtOnce={opensAtOnce(props)}
      selected={item || undefined}
      onSelect={choose}
      // While the form for a new record has the focus, the person has not left this input.
      onBlur={creating ? undefined : onBlur}
      create={create}
      right={
        record &&
        !compact && (
          <ActionIcon
            component="a"
            href={`/app${recordPath(target, record._id)}`}
            target="_blank"
            rel="noopener"
            variant="subtle"
            color="gray"
            size={24}
            aria-label={t('openRecord', { record: recordLabel(target, record) })}
          >
            <IconExternalLink size={14} />
          </ActionIcon>
        )
      }
    />
  );
}

export function ReferenceInput(props: InputProps) {
  const { t } = useTranslation('fields');
  const target = useRegistry().target(props.field);
  if (target) return <RecordInput {...props} target={target} />;
  return <TextInput {...controlProps(props)} disabled value="" placeholder={t('notVisible')} readOnly />;
}

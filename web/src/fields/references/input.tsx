import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Model } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { controlProps, opensAtOnce } from '../control.ts';
import type { InputProps } from '../kind.ts';
import { OptionsBox } from '../options-box.tsx';
import { useReferencedAll } from '../reference/lookup.ts';
import { recordItem, useCreateInPlace, useRecordSearch } from '../reference/search.tsx';
import { asTexts } from '../values.ts';

function RecordsInput({ target, ...props }: InputProps & { readonly target: Model }) {
  const { value, onChange, onBlur, included, only } = props;
  const { t } = useTranslation('fields');
  const ids = asTexts(value);
  const found = useReferencedAll(target, ids, included);
  const search = useRecordSearch(target, only);
  const { create, creating } = useCreateInPlace(target, search.query, ({ _id }) => onChange([...ids, _id]), only);
  return (
    <OptionsBox
      {...search}
      control={controlProps(props)}
      openAtOnce={opensAtOnce(props)}
      selected={ids.map((id, n) => {
        const record = found[n];
        return record ? recordItem(target, record) : { value: id, label: record === null ? t('notVisible') : '…' };
      })}
      onSelect={onChange}
      onBlur={creating ? undefined : onBlur}
      create={create}
    />
  );
}

export function ReferencesInput(props: InputProps) {
  const { t } = useTranslation('fields');
  const target = useRegistry().target(props.field);
  if (target) return <RecordsInput {...props} target={target} />;
  return <TextInput {...controlProps(props)} disabled value="" placeholder={t('notVisible')} readOnly />;
}

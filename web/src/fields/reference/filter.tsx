import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Filter } from '~/api/records.ts';
import type { Model } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { filterOf, type ManyProps, type OneProps } from '../filter-of.tsx';
import { OptionBox } from '../option-box.tsx';
import { OptionsBox } from '../options-box.tsx';
import { useReferenced, useReferencedAll } from './lookup.ts';
import { usePeopleWords } from './people-words.ts';
import { recordItem, useRecordSearch } from './search.tsx';

function NotVisible() {
  const { t } = useTranslation('fields');
  return (
    <Text size="xs" c="dimmed">
      {t('notVisible')}
    </Text>
  );
}

/** Searches records, and lists the words for the viewer or their team before them. */
function usePeopleSearch(target: Model, only?: Filter) {
  const search = useRecordSearch(target, only);
  const words = usePeopleWords(target);
  const wanted = search.query.trim().toLowerCase();
  const offered = words.filter((word) => word.label.toLowerCase().includes(wanted));
  return { words, search: { ...search, items: [...offered, ...search.items] } };
}

function RecordFilter({ target, label, value, onChange, only }: OneProps & { readonly target: Model }) {
  const { words, search } = usePeopleSearch(target, only);
  const word = words.find((one) => one.value === value);
  const id = !word && typeof value === 'string' && value !== '' ? value : undefined;
  const record = useReferenced(target, id, undefined);
  return (
    <OptionBox
      {...search}
      control={{ size: 'xs', 'aria-label': label }}
      selected={word ?? (record ? recordItem(target, record) : undefined)}
      onSelect={onChange}
    />
  );
}

function RecordsFilter({ target, label, value, onChange }: ManyProps & { readonly target: Model }) {
  const { t } = useTranslation('fields');
  const { words, search } = usePeopleSearch(target);
  const ids = value.filter((id) => !words.some((word) => word.value === id));
  const found = useReferencedAll(target, ids, undefined);
  return (
    <OptionsBox
      {...search}
      control={{ size: 'xs', 'aria-label': label }}
      selected={value.map((id) => {
        const word = words.find((one) => one.value === id);
        if (word) return word;
        const record = found[ids.indexOf(id)];
        return record ? recordItem(target, record) : { value: id, label: record === null ? t('notVisible') : '…' };
      })}
      onSelect={onChange}
    />
  );
}

function One(props: OneProps) {
  const target = useRegistry().target(props.field);
  return target ? <RecordFilter {...props} target={target} /> : <NotVisible />;
}

function Many(props: ManyProps) {
  const target = useRegistry().target(props.field);
  return target ? <RecordsFilter {...props} target={target} /> : <NotVisible />;
}

export const ReferenceFilter = filterOf(One, Many);

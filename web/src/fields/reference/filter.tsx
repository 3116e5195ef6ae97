import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Model } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { filterOf, type ManyProps, type OneProps } from '../filter-of.tsx';
import { OptionBox } from '../option-box.tsx';
import { OptionsBox } from '../options-box.tsx';
import { useReferenced, useReferencedAll } from './lookup.ts';
import { recordItem, useRecordSearch } from './search.tsx';

function NotVisible() {
  const { t } = useTranslation('fields');
  return (
    <Text size="xs" c="dimmed">
      {t('notVisible')}
    </Text>
  );
}

function RecordFilter({ target, label, value, onChange }: OneProps & { readonly target: Model }) {
  const record = useReferenced(target, typeof value === 'string' && value !== '' ? value : undefined, undefined);
  return (
    <OptionBox
      {...useRecordSearch(target)}
      control={{ size: 'xs', 'aria-label': label }}
      selected={record ? recordItem(target, record) : undefined}
      onSelect={onChange}
    />
  );
}

function RecordsFilter({ target, label, value, onChange }: ManyProps & { readonly target: Model }) {
  const { t } = useTranslation('fields');
  const found = useReferencedAll(target, value, undefined);
  return (
    <OptionsBox
      {...useRecordSearch(target)}
      control={{ size: 'xs', 'aria-label': label }}
      selected={value.map((id, n) => {
        const record = found[n];
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

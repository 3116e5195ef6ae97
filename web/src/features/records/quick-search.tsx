import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './toolbar.module.css';

const waitMs = 250;
/** The server rejects longer texts. */
const maxLength = 500;

interface QuickSearchProps {
  readonly value: string;
  readonly label: string;
  readonly onChange: (value: string) => void;
}

/** Searches while the person types. */
export function QuickSearch({ value, label, onChange }: QuickSearchProps) {
  const { t } = useTranslation('records');
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const send = useDebouncedCallback((next: string) => {
    sent.current = next;
    onChange(next);
  }, waitMs);
  // The address may also change by a link or the back button.
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);
  const change = (next: string) => {
    setText(next);
    send(next);
  };
  return (
    <TextInput
      size="xs"
      type="search"
      className={classes.search}
      aria-label={label}
      placeholder={t('common:search')}
      maxLength={maxLength}
      leftSection={<IconSearch size={14} />}
      rightSection={text !== '' && <CloseButton size="xs" aria-label={t('searchClear')} onClick={() => change('')} />}
      value={text}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      onKeyDown={({ key }) => {
        if (key === 'Escape' && text !== '') change('');
      }}
    />
  );
}

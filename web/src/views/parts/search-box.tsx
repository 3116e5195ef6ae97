import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

interface SearchBoxProps {
  readonly label: string;
  /** The default is "Search". */
  readonly placeholder?: string;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
  /** True shows a button that clears the input. */
  readonly clearable?: boolean;
}

/** A search input that reports the text after a pause in typing. */
export function SearchBox({ label, placeholder, value, onChange, clearable = false }: SearchBoxProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(value ?? '');
  const tell = useDebouncedCallback((next: string) => onChange(next.trim() || undefined), 250);
  const change = (next: string) => {
    setText(next);
    tell(next);
  };
  return (
    <TextInput
      type="search"
      size="xs"
      w={{ base: '100%', xs: 260 }}
      aria-label={label}
      placeholder={placeholder ?? t('search')}
      leftSection={<IconSearch size={14} />}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      rightSection={
        clearable && text !== '' && <CloseButton size="xs" aria-label={t('table.clear')} onClick={() => change('')} />
      }
    />
  );
}

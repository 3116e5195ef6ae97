import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

interface SearchBoxProps {
  readonly label: string;
  /** "Search" when it is absent. */
  readonly placeholder?: string;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
  /** With a button that empties it. */
  readonly clearable?: boolean;
}

/** A search that waits until the person stops typing. */
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

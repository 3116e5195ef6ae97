import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

interface SearchBoxProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** A search that waits until the person has stopped typing. */
export function SearchBox({ label, value, onChange }: SearchBoxProps) {
  const { t } = useTranslation('admin');
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
      placeholder={label}
      leftSection={<IconSearch size={14} />}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      rightSection={text !== '' && <CloseButton size="xs" aria-label={t('table.clear')} onClick={() => change('')} />}
    />
  );
}

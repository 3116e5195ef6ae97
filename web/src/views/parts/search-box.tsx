import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

interface SearchBoxProps {
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
  readonly label: string;
}

/** A search that waits until the person stops typing. */
export function SearchBox({ value, onChange, label }: SearchBoxProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(value ?? '');
  const tell = useDebouncedCallback((next: string) => onChange(next.trim() || undefined), 300);
  return (
    <TextInput
      size="xs"
      type="search"
      aria-label={label}
      placeholder={t('search')}
      leftSection={<IconSearch size={14} />}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        tell(event.currentTarget.value);
      }}
      w={{ base: '100%', xs: 220 }}
    />
  );
}

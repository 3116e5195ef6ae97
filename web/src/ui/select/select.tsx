import { Select as MantineSelect, type SelectProps } from '@mantine/core';
import { useState } from 'react';
import { rankOptions } from './rank-options.ts';
import { useOptionKeys } from './use-option-keys.ts';

/**
 * Chooses one of several options. The best match comes first, Enter chooses it, and typing replaces the shown value.
 */
export function Select({ onSearchChange, onOptionSubmit, onFocus, onClick, onBlur, ...props }: SelectProps) {
  // Setting this renders the input again, so that the first of the new options is highlighted.
  const [, setSearch] = useState('');
  const { handlers, chosen } = useOptionKeys({
    replaces: props.searchable === true,
    loading: props.loading,
    onFocus,
    onClick,
    onBlur,
  });
  return (
    <MantineSelect
      filter={rankOptions}
      // With deselection allowed, Enter on the chosen option would remove it.
      allowDeselect={false}
      selectFirstOptionOnChange={props.searchable === true}
      {...props}
      {...handlers}
      onSearchChange={(text) => {
        setSearch(text);
        onSearchChange?.(text);
      }}
      onOptionSubmit={(value) => {
        chosen();
        onOptionSubmit?.(value);
      }}
    />
  );
}

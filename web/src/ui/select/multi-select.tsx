import { MultiSelect as MantineMultiSelect, type MultiSelectProps } from '@mantine/core';
import { useState } from 'react';
import { rankOptions } from './rank-options.ts';
import { useOptionKeys } from './use-option-keys.ts';

/** Chooses several options. The best match comes first, and Enter chooses it. */
export function MultiSelect({ onSearchChange, onOptionSubmit, onFocus, onClick, onBlur, ...props }: MultiSelectProps) {
  // Setting this renders the input again, so that the first of the new options is highlighted.
  const [, setSearch] = useState('');
  const { handlers, chosen } = useOptionKeys({ replaces: false, loading: props.loading, onFocus, onClick, onBlur });
  return (
    <MantineMultiSelect
      filter={rankOptions}
      // The input shows the chosen options already, and a list with nothing left to choose closes.
      hidePickedOptions
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

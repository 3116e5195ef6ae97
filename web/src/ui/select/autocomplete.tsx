import { type AutocompleteProps, Autocomplete as MantineAutocomplete } from '@mantine/core';
import { rankSuggestions } from './rank-options.ts';
import { useOptionKeys } from './use-option-keys.ts';

/** A text input with suggestions. Enter takes the best one; leaving the input keeps the typed text. */
export function Autocomplete({ onOptionSubmit, onFocus, onClick, onBlur, ...props }: AutocompleteProps) {
  const { handlers, chosen } = useOptionKeys({ replaces: false, loading: props.loading, onFocus, onClick, onBlur });
  return (
    <MantineAutocomplete
      filter={rankSuggestions}
      selectFirstOptionOnChange
      {...props}
      {...handlers}
      onOptionSubmit={(value) => {
        chosen();
        onOptionSubmit?.(value);
      }}
    />
  );
}

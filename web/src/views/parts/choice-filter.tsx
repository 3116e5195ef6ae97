import { useRegistry } from '~/metadata/registry.ts';
import { Select } from '~/ui/select/select.tsx';

export interface ChoiceFilterProps {
  /** Example: `communications.emails`. */
  readonly model: string;
  readonly field: string;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
  /** Options to hide. */
  readonly without?: readonly string[];
}

/** Limits a list to one option of a choice. */
export function ChoiceFilter({ model: name, field: key, value, onChange, without = [] }: ChoiceFilterProps) {
  const registry = useRegistry();
  const model = registry.find(name);
  const field = model && registry.field(model, key);
  if (!field) return null;
  return (
    <Select
      size="xs"
      aria-label={field.label}
      placeholder={field.label}
      data={(field.options ?? []).filter((option) => !without.includes(option.value))}
      value={value ?? null}
      onChange={(next) => onChange(next ?? undefined)}
      clearable
      w={{ base: 140, xs: 160 }}
    />
  );
}

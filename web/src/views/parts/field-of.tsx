import { FieldInput } from '~/fields/field-input.tsx';
import type { InputProps } from '~/fields/kind.ts';
import { useRegistry } from '~/metadata/registry.ts';

interface FieldOfProps extends Omit<InputProps, 'field' | 'model'> {
  /** Example: `communications.emails`. */
  readonly model: string;
  readonly field: string;
  /** Replaces the label of the field. */
  readonly label?: string;
  readonly help?: string;
  readonly required?: boolean;
}

/** The input of a field outside of a record's form. Renders nothing when the field is not visible to the person. */
export function FieldOf({ model: name, field: key, label, help, required, ...props }: FieldOfProps) {
  const registry = useRegistry();
  const model = registry.find(name);
  const field = model && registry.field(model, key);
  if (!field) return null;
  const shown = {
    ...field,
    ...(label !== undefined && { label }),
    ...(help !== undefined && { help }),
    ...(required !== undefined && { required }),
  };
  return <FieldInput {...props} model={model} field={shown} />;
}

import type { InputProps } from './kind.ts';

/** The help text is below the input, so that inputs side by side align. */
const wrapperOrder: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'error', 'description'];

/** The properties that all Mantine inputs share, derived from the properties of a field's input. */
export function controlProps({ field, error, disabled, autoFocus, compact }: InputProps) {
  return {
    ...(compact
      ? { 'aria-label': field.label, error: error !== undefined }
      : { label: field.label, description: field.help, withAsterisk: field.required, error }),
    inputWrapperOrder: wrapperOrder,
    'aria-required': field.required || undefined,
    size: compact ? 'xs' : 'sm',
    disabled: disabled ?? false,
    autoFocus: autoFocus ?? false,
    'data-autofocus': autoFocus || undefined,
  } as const;
}

/** True when the input opens its dropdown at once, as when a value is edited in place. */
export const opensAtOnce = ({ autoFocus, compact }: InputProps): boolean => autoFocus === true && compact === true;

export type Control = ReturnType<typeof controlProps>;

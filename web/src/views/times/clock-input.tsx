import { TextInput } from '@mantine/core';

interface ClockInputProps {
  readonly label: string;
  readonly value: unknown;
  readonly onChange: (time: string) => void;
  readonly required?: boolean;
  readonly error?: string | undefined;
}

/** A time of the day. */
export const ClockInput = ({ label, value, onChange, required, error }: ClockInputProps) => (
  <TextInput
    type="time"
    label={label}
    withAsterisk={required ?? false}
    w={140}
    value={typeof value === 'string' ? value : ''}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
    error={error}
  />
);

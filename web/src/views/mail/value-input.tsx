import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

interface ValueInputProps {
  readonly name: string;
  /** A value of the sample data, shown as an example. */
  readonly sample: unknown;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

/** An input for a template variable: a text, or JSON if the sample is a list or an object. */
export function ValueInput({ name, sample, value, onChange }: ValueInputProps) {
  const { t } = useTranslation('mail');
  const isText = sample === null || typeof sample !== 'object';
  const [json, setJson] = useState(() => (value === undefined ? '' : JSON.stringify(value, null, 2)));
  const [problem, setProblem] = useState<string>();
  if (isText)
    return (
      <TextInput
        label={name}
        placeholder={sample === undefined || sample === null ? '' : String(sample)}
        value={value === undefined ? '' : String(value)}
        onChange={(event) => onChange(event.currentTarget.value || undefined)}
      />
    );
  const read = (text: string) => {
    setJson(text);
    try {
      onChange(text.trim() === '' ? undefined : JSON.parse(text));
      setProblem(undefined);
    } catch {
      setProblem(t('compose.noJson'));
    }
  };
  return (
    <Textarea
      label={name}
      description={t('compose.json')}
      placeholder={JSON.stringify(sample, null, 2)}
      value={json}
      onChange={(event) => read(event.currentTarget.value)}
      error={problem}
      autosize
      minRows={2}
      maxRows={8}
      spellCheck={false}
    />
  );
}

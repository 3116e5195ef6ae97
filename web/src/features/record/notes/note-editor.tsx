import { Alert, Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import RichText from '~/fields/longText/rich-text.tsx';
import { errorText } from '~/ui/error-text.ts';

interface NoteEditorProps {
  readonly content: string;
  readonly maxLength: number;
  /** If the promise rejects, the error is shown above the buttons, and the text stays. */
  readonly onSave: (content: string) => Promise<unknown>;
  readonly onCancel: () => void;
  /** Called on every change, so that the parent can store a draft. */
  readonly onText?: (content: string) => void;
}

export default function NoteEditor({ content, maxLength, onSave, onCancel, onText }: NoteEditorProps) {
  const { t } = useTranslation('record');
  const [text, setText] = useState(content);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const isLong = text.length > maxLength;
  const save = async () => {
    if (text === '' || isLong || busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await onSave(text);
    } catch (error) {
      setProblem(errorText(error, t));
      setBusy(false);
    }
  };
  return (
    <Stack
      gap="xs"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel();
        if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
        event.preventDefault();
        void save();
      }}
    >
      <RichText
        kind="note"
        label={t('notes.text')}
        content={content}
        onChange={(now) => {
          setText(now);
          onText?.(now);
        }}
        isWrong={isLong}
        autoFocus
      />
      {(problem !== undefined || isLong) && (
        <Alert color="red" role="alert">
          {problem ?? t('notes.tooLong', { max: maxLength })}
        </Alert>
      )}
      <Group justify="flex-end" gap="xs">
        <Button size="xs" variant="default" onClick={onCancel}>
          {t('common:cancel')}
        </Button>
        <Button size="xs" loading={busy} disabled={text === '' || isLong} onClick={save}>
          {t('common:save')}
        </Button>
      </Group>
    </Stack>
  );
}

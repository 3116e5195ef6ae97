import { Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LazyCodeEditor } from './lazy-code-editor.tsx';
import classes from './templates.module.css';
import type { Draft } from './use-draft.ts';

const textOf = (value: unknown): string => JSON.stringify(value ?? {}, null, 2);

/** Edits the values for previews and test mails. Text that is not a JSON object is ignored. */
export function SampleData({
  draft: { draft, change },
  disabled,
}: {
  readonly draft: Draft;
  readonly disabled: boolean;
}) {
  const { t } = useTranslation('mail');
  const [text, setText] = useState(() => textOf(draft.sampleData));
  const [problem, setProblem] = useState<string>();
  const read = (next: string) => {
    setText(next);
    try {
      const value: unknown = next.trim() === '' ? null : JSON.parse(next);
      if (value !== null && (typeof value !== 'object' || Array.isArray(value)))
        return setProblem(t('template.noObject'));
      setProblem(undefined);
      change({ sampleData: value as Draft['draft']['sampleData'] });
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  return (
    <>
      <Text size="xs" px="sm" py={6} c={problem === undefined ? 'dimmed' : 'red'} role={problem && 'alert'}>
        {problem ?? t('template.sampleHelp')}
      </Text>
      <div className={classes.panel}>
        <LazyCodeEditor label={t('template.sample')} language="json" value={text} onChange={read} readOnly={disabled} />
      </div>
    </>
  );
}

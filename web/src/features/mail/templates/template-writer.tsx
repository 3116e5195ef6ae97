import { Group, Stack, Tabs, TextInput } from '@mantine/core';
import { type RefObject, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CodeEditorHandle } from './code-editor.tsx';
import { LazyCodeEditor } from './lazy-code-editor.tsx';
import type { TemplateProblem } from './problem-text.ts';
import { SampleData } from './sample-data.tsx';
import { TemplateSettings } from './template-settings.tsx';
import classes from './templates.module.css';
import type { Draft } from './use-draft.ts';
import { VariableMenu } from './variable-menu.tsx';

export type WriterTab = 'html' | 'text' | 'sample' | 'settings';

interface TemplateWriterProps {
  readonly draft: Draft;
  readonly disabled: boolean;
  readonly tab: WriterTab;
  readonly onTab: (tab: WriterTab) => void;
  readonly problem: TemplateProblem | undefined;
  readonly editor: RefObject<CodeEditorHandle | null>;
}

type Target = 'subject' | 'previewText' | 'body';

/** The tabs of the editor: subject, preheader, HTML or MJML, plain text, sample data and settings. */
export function TemplateWriter({ draft, disabled, tab, onTab, problem, editor }: TemplateWriterProps) {
  const { t } = useTranslation('mail');
  const { draft: template, change } = draft;
  // Variables are inserted where the person typed last.
  const [target, setTarget] = useState<Target>('body');
  const lines = { subject: useRef<HTMLInputElement>(null), previewText: useRef<HTMLInputElement>(null) };
  const isBody = tab === 'html' || tab === 'text';
  const insert = (path: string, kind: 'value' | 'link') => {
    const output = `{{ ${path} }}`;
    if (target === 'body' && isBody) {
      const label = t(`variables.${path}` as 'variables.unsubscribeUrl');
      return editor.current?.insert(kind === 'link' && tab === 'html' ? `<a href="${output}">${label}</a>` : output);
    }
    const key = target === 'body' ? 'subject' : target;
    const input = lines[key].current;
    const old = template[key] ?? '';
    const from = input?.selectionStart ?? old.length;
    const to = input?.selectionEnd ?? old.length;
    change({ [key]: `${old.slice(0, from)}${output}${old.slice(to)}` });
    input?.focus();
  };
  const line = (key: 'subject' | 'previewText', maxLength: number) => (
    <TextInput
      ref={lines[key]}
      size="xs"
      label={t(`template.fields.${key}`)}
      value={template[key] ?? ''}
      onChange={(event) => change({ [key]: event.currentTarget.value || null })}
      onFocus={() => setTarget(key)}
      error={problem?.field === key ? problem.message : undefined}
      maxLength={maxLength}
      readOnly={disabled}
    />
  );
  const code = (key: 'html' | 'text') => (
    <LazyCodeEditor
      key={key}
      ref={editor}
      label={t(`template.fields.${key}`)}
      language={key}
      value={template[key] ?? ''}
      onChange={(value) => change({ [key]: value || null })}
      onFocus={() => setTarget('body')}
      readOnly={disabled}
      problemLine={problem?.field === key ? problem.line : undefined}
    />
  );
  return (
    <section className={classes.write} aria-label={t('template.content')}>
      <Stack gap={6} px="sm" py="xs">
        {line('subject', 998)}
        {line('previewText', 255)}
      </Stack>
      <Tabs value={tab} onChange={(next) => onTab(next as WriterTab)}>
        <Group justify="space-between" wrap="nowrap" gap={4} pr="sm">
          <Tabs.List className={classes.tabs}>
            {(['html', 'text', 'sample', 'settings'] as const).map((one) => (
              <Tabs.Tab key={one} value={one} px="sm" py={8}>
                {one === 'html' && template.format === 'mjml' ? 'MJML' : t(`template.tabs.${one}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {!disabled && <VariableMenu template={template} onInsert={insert} />}
        </Group>
      </Tabs>
      {isBody ? (
        <div className={classes.panel}>{code(tab)}</div>
      ) : tab === 'sample' ? (
        <SampleData key={draft.base.version} draft={draft} disabled={disabled} />
      ) : (
        <div className={classes.panel}>
          <TemplateSettings draft={draft} disabled={disabled} />
        </div>
      )}
    </section>
  );
}

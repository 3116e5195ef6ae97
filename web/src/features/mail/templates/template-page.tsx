import { Button, Group } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconDeviceFloppy, IconHistory, IconSend } from '@tabler/icons-react';
import { useBlocker } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMayWrite } from '~/metadata/may-write.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { notifyDone } from '~/ui/notify.ts';
import { Page } from '~/ui/page.tsx';
import { SideAction } from '~/ui/side-action.tsx';
import { ConflictAlert } from '~/views/editor/conflict-alert.tsx';
import { LeaveDialog } from '~/views/editor/leave-dialog.tsx';
import { VersionsDrawer } from '~/views/editor/versions-drawer.tsx';
import { BackLink } from '~/views/parts/back-link.tsx';
import { RecordOfUrl } from '~/views/parts/record-of-url.tsx';
import { StatusBadge } from '~/views/parts/status-badge.tsx';
import { paths } from '../mail-api.ts';
import type { CodeEditorHandle } from './code-editor.tsx';
import { problemOf } from './problem.ts';
import type { TemplateProblem } from './problem-text.ts';
import { comparedFields, type Template } from './template.ts';
import { TemplateMenu } from './template-menu.tsx';
import { TemplatePreview } from './template-preview.tsx';
import { TemplateWriter, type WriterTab } from './template-writer.tsx';
import classes from './templates.module.css';
import { TestDialog } from './test-dialog.tsx';
import { useDraft } from './use-draft.ts';
import { usePreview } from './use-preview.ts';

export function TemplatePage() {
  return (
    <RecordOfUrl<Template> path={paths.templates}>{(template) => <TemplateEditor record={template} />}</RecordOfUrl>
  );
}

/** Edits a template, with a preview next to it. */
function TemplateEditor({ record }: { readonly record: Template }) {
  const { t } = useTranslation(['mail', 'editor']);
  const disabled = !useMayWrite('communications.emailTemplates', record);
  const draft = useDraft(record);
  const [contactId, setContactId] = useState<string>();
  const preview = usePreview(draft, contactId);
  const [tab, setTab] = useState<WriterTab>(record.format === 'text' ? 'text' : 'html');
  const [dialog, setDialog] = useState<'test' | 'versions'>();
  const editor = useRef<CodeEditorHandle>(null);
  const save = () => {
    if (!draft.isDirty || draft.isSaving) return;
    // The page shows a refusal above the editor.
    draft.save().then(
      () => notifyDone(t('template.saved')),
      () => {},
    );
  };
  useHotkeys([['mod+S', save]], [], true);
  const blocker = useBlocker({
    shouldBlockFn: () => draft.isDirty,
    enableBeforeUnload: () => draft.isDirty,
    withResolver: true,
  });
  const show = ({ field, line }: TemplateProblem) => {
    if (field === 'html' || field === 'text') setTab(field);
    // The editor of the other tab must be mounted first.
    if (line !== undefined) setTimeout(() => editor.current?.goToLine(line));
  };
  return (
    <Page
      fill
      above={<BackLink to="/mail/templates" label={t('pages.templates')} />}
      title={
        <Group gap="xs" component="span">
          {draft.draft.name}
          <StatusBadge model="communications.emailTemplates" value={draft.draft.status} />
        </Group>
      }
      actions={
        <>
          <SideAction icon={IconHistory} label={t('editor:versions.title')} onClick={() => setDialog('versions')} />
          {!disabled && (
            <>
              <SideAction icon={IconSend} label={t('template.test')} onClick={() => setDialog('test')} />
              <Button
                size="xs"
                leftSection={<IconDeviceFloppy size={16} />}
                disabled={!draft.isDirty}
                loading={draft.isSaving}
                onClick={save}
              >
                {t('common:save')}
              </Button>
              <TemplateMenu template={draft.base} />
            </>
          )}
        </>
      }
    >
      {draft.error !== undefined && <ErrorState error={draft.error} />}
      <ConflictAlert draft={draft} />
      <div className={classes.editor}>
        <TemplateWriter
          draft={draft}
          disabled={disabled}
          tab={tab}
          onTab={setTab}
          problem={problemOf(preview.error)}
          editor={editor}
        />
        <TemplatePreview preview={preview} contactId={contactId} onContact={setContactId} onProblem={show} />
      </div>
      {dialog === 'test' && <TestDialog draft={draft} onClose={() => setDialog(undefined)} />}
      {dialog === 'versions' && (
        <VersionsDrawer
          model="communications.emailTemplates"
          fields={comparedFields}
          draft={draft}
          disabled={disabled}
          onClose={() => setDialog(undefined)}
        />
      )}
      {blocker.status === 'blocked' && <LeaveDialog onStay={blocker.reset} onLeave={blocker.proceed} />}
    </Page>
  );
}

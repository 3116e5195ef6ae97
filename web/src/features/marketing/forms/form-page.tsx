import { useHotkeys } from '@mantine/hooks';
import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMayWrite } from '~/metadata/may-write.ts';
import { useReportPageContext } from '~/metadata/page-context.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { notifyDone } from '~/ui/notify.ts';
import { Page } from '~/ui/page.tsx';
import { ConflictAlert } from '~/views/editor/conflict-alert.tsx';
import { LeaveDialog } from '~/views/editor/leave-dialog.tsx';
import { SaveProblems } from '~/views/editor/save-problems.tsx';
import split from '~/views/editor/split.module.css';
import { useContentDraft } from '~/views/editor/use-content-draft.ts';
import { VersionsDrawer } from '~/views/editor/versions-drawer.tsx';
import { BackLink } from '~/views/parts/back-link.tsx';
import { RecordOfUrl } from '~/views/parts/record-of-url.tsx';
import { StatusBadge } from '~/views/parts/status-badge.tsx';
import { UrlTabs } from '~/views/parts/url-tabs.tsx';
import { type Form, formsModel, formsPath, writtenFields } from './form.ts';
import { FormActions } from './form-actions.tsx';
import { FormTab, formTabs, hasPreview } from './form-tab.tsx';
import { FormPreview } from './preview/form-preview.tsx';

export function FormPage() {
  return <RecordOfUrl<Form> path={formsPath}>{(form) => <FormEditor record={form} />}</RecordOfUrl>;
}

/** Edits a form, with a preview next to it. */
function FormEditor({ record }: { readonly record: Form }) {
  const { t } = useTranslation(['marketing-forms', 'editor']);
  const disabled = !useMayWrite('forms.forms', record);
  const draft = useContentDraft(record, { path: formsPath, fields: writtenFields });
  const [versions, setVersions] = useState(false);
  const labelOf = useLabels();
  useReportPageContext({ model: formsModel, id: record._id, label: record.name });
  /** The page shows a refusal above the editor. */
  const save = (more: Readonly<Record<string, unknown>> = {}, message = t('saved')) => {
    if (draft.isSaving || (!draft.isDirty && Object.keys(more).length === 0)) return;
    draft.save(more).then(
      () => notifyDone(message),
      () => {},
    );
  };
  useHotkeys([['mod+S', () => save()]], [], true);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => draft.isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => draft.isDirty,
    withResolver: true,
  });
  return (
    <Page
      fill
      above={<BackLink to="/marketing/forms" label={t('list.title')} />}
      title={
        <>
          {draft.draft.name} <StatusBadge model={formsModel} value={draft.base.status} />
        </>
      }
      actions={<FormActions draft={draft} disabled={disabled} onSave={save} onVersions={() => setVersions(true)} />}
    >
      <SaveProblems error={draft.error} labelOf={labelOf} />
      <ConflictAlert draft={draft} />
      <UrlTabs tabs={formTabs} label={(tab) => t(`tabs.${tab}`)} fill>
        {(tab) =>
          hasPreview(tab) ? (
            <div className={split.split}>
              <div className={split.write}>
                <FormTab tab={tab} draft={draft} disabled={disabled} />
              </div>
              <section className={split.look} aria-label={t('preview.title')}>
                <FormPreview form={draft.draft} />
              </section>
            </div>
          ) : (
            <FormTab tab={tab} draft={draft} disabled={disabled} />
          )
        }
      </UrlTabs>
      {versions && (
        <VersionsDrawer
          model={formsModel}
          fields={writtenFields}
          draft={draft}
          disabled={disabled}
          onClose={() => setVersions(false)}
        />
      )}
      {blocker.status === 'blocked' && <LeaveDialog onStay={blocker.reset} onLeave={blocker.proceed} />}
    </Page>
  );
}

/** The label of a path such as `fieldSettings.budget.type`: the label of the field, with the rest in brackets. */
function useLabels(): (field: string) => string {
  const registry = useRegistry();
  const model = registry.find(formsModel);
  return (path) => {
    const [key = path, ...rest] = path.split('.');
    const label = (model && registry.field(model, key)?.label) ?? key;
    return rest.length > 0 ? `${label} (${rest.join('.')})` : label;
  };
}

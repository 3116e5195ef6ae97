import { Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconDeviceFloppy, IconHistory, IconLink, IconRocket } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMayWrite } from '~/metadata/may-write.ts';
import { useReportPageContext } from '~/metadata/page-context.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { notifyDone, notifyError } from '~/ui/notify.ts';
import { Page } from '~/ui/page.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import { SideAction } from '~/ui/side-action.tsx';
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
import { PublishDialog } from '../publish-dialog.tsx';
import { pageName, pagesModel, pagesPath, type WebPage, writtenFields } from '../site.ts';
import { sitesApi } from '../sites-api.ts';
import { PagePreview } from './page-preview.tsx';
import { PageSettings } from './page-settings.tsx';

export function PageEditorPage() {
  return <RecordOfUrl<WebPage> path={pagesPath}>{(page) => <PageEditor record={page} />}</RecordOfUrl>;
}

const BlocksEditor = lazy(() => import('./blocks-editor.tsx').then((of) => ({ default: of.BlocksEditor })));

const tabs = ['content', 'settings', 'search', 'code'] as const;

/** Edits a page, with a preview next to it. */
function PageEditor({ record }: { readonly record: WebPage }) {
  const { t } = useTranslation(['marketing-sites', 'editor']);
  const disabled = !useMayWrite('marketing.webPages', record);
  const draft = useContentDraft(record, { path: pagesPath, fields: writtenFields });
  const [dialog, setDialog] = useState<'versions' | 'publish'>();
  const registry = useRegistry();
  const model = registry.find(pagesModel);
  useReportPageContext({ model: pagesModel, id: record._id, label: pageName(record) });
  const save = useSavePage(draft);
  useHotkeys([['mod+S', () => void save()]], [], true);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => draft.isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => draft.isDirty,
    withResolver: true,
  });
  const { websiteId } = draft.base;
  return (
    <Page
      fill
      above={
        <BackLink
          to={websiteId ? `/marketing/websites/${websiteId}` : '/marketing/websites'}
          label={t('editor.back')}
        />
      }
      title={
        <>
          {pageName(draft.draft)} <StatusBadge model={pagesModel} value={draft.base.status} />
        </>
      }
      actions={
        <>
          <SideAction icon={IconHistory} label={t('editor:versions.title')} onClick={() => setDialog('versions')} />
          {!disabled && (
            <WriteActions id={record._id} draft={draft} save={save} onPublish={() => setDialog('publish')} />
          )}
        </>
      }
    >
      <SaveProblems
        error={draft.error}
        labelOf={(path) => {
          const [key = path] = path.split(/[.[]/);
          return (model && registry.field(model, key)?.label) ?? key;
        }}
      />
      <ConflictAlert draft={draft} />
      <EditorTabs id={record._id} draft={draft} disabled={disabled} />
      {dialog === 'versions' && (
        <VersionsDrawer
          model={pagesModel}
          fields={writtenFields}
          draft={draft}
          disabled={disabled}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'publish' && websiteId !== null && (
        <PublishDialog
          site={{ _id: websiteId, name: pageName(draft.draft) }}
          pageIds={[record._id]}
          onClose={() => setDialog(undefined)}
        />
      )}
      {blocker.status === 'blocked' && <LeaveDialog onStay={blocker.reset} onLeave={blocker.proceed} />}
    </Page>
  );
}

type PageDraft = ReturnType<typeof useContentDraft<WebPage>>;

/** Saves what has changed. Returns false when it could not be saved. */
function useSavePage(draft: PageDraft): () => Promise<boolean> {
  const { t } = useTranslation('marketing-sites');
  return async () => {
    if (draft.isSaving) return false;
    if (!draft.isDirty) return true;
    // The page shows a refusal above the editor.
    return draft.save().then(
      () => {
        notifyDone(t('editor.saved'));
        return true;
      },
      () => false,
    );
  };
}

interface WriteActionsProps {
  readonly id: string;
  readonly draft: PageDraft;
  readonly save: () => Promise<boolean>;
  readonly onPublish: () => void;
}

function WriteActions({ id, draft, save, onPublish }: WriteActionsProps) {
  const { t } = useTranslation('marketing-sites');
  return (
    <>
      <PreviewLink id={id} />
      <Button
        size="xs"
        variant="default"
        leftSection={<IconDeviceFloppy size={16} />}
        disabled={!draft.isDirty}
        loading={draft.isSaving}
        onClick={() => void save()}
      >
        {t('common:save')}
      </Button>
      {draft.base.websiteId !== null && (
        <Button size="xs" leftSection={<IconRocket size={16} />} onClick={async () => (await save()) && onPublish()}>
          {t('publish.action')}
        </Button>
      )}
    </>
  );
}

interface EditorTabsProps {
  readonly id: string;
  readonly draft: PageDraft;
  readonly disabled: boolean;
}

/** The parts of the page that can be edited, with the preview next to them. */
function EditorTabs({ id, draft, disabled }: EditorTabsProps) {
  const { t } = useTranslation('marketing-sites');
  return (
    <UrlTabs tabs={tabs} label={(tab) => t(`editor.tabs.${tab}`)} fill>
      {(tab) => (
        <div className={split.split}>
          <div className={split.write}>
            {tab === 'content' ? (
              <Suspense fallback={<PageLoading />}>
                <BlocksEditor draft={draft} disabled={disabled} />
              </Suspense>
            ) : (
              <PageSettings section={tab} draft={draft} disabled={disabled} />
            )}
          </div>
          <section className={split.look} aria-label={t('editor.preview')}>
            <PagePreview id={id} draft={draft.changes} version={draft.base.version} />
          </section>
        </div>
      )}
    </UrlTabs>
  );
}

/** Copies an address that shows the saved page to everybody. */
function PreviewLink({ id }: { readonly id: string }) {
  const { t } = useTranslation('marketing-sites');
  const link = useMutation({
    mutationFn: () => sitesApi.previewLink(id),
    onSuccess: async ({ url }) => {
      await navigator.clipboard.writeText(url);
      notifyDone(t('editor.linkCopied'));
    },
    onError: (error) => notifyError(error),
  });
  return (
    <SideAction
      icon={IconLink}
      label={t('editor.previewLink')}
      loading={link.isPending}
      onClick={() => link.mutate()}
    />
  );
}

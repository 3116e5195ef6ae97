import { lazy, Suspense } from 'react';
import { PageLoading } from '~/ui/page-loading.tsx';
import type { FormDraft } from './form-draft.ts';

const FieldsEditor = lazy(() => import('./build/fields-editor.tsx').then((of) => ({ default: of.FieldsEditor })));
const LogicEditor = lazy(() => import('./build/logic-editor.tsx').then((of) => ({ default: of.LogicEditor })));
const LookEditor = lazy(() => import('./build/look-editor.tsx').then((of) => ({ default: of.LookEditor })));
const FormSettings = lazy(() => import('./form-settings.tsx').then((of) => ({ default: of.FormSettings })));
const SharePanel = lazy(() => import('./share-panel.tsx').then((of) => ({ default: of.SharePanel })));
const Submissions = lazy(() =>
  import('./submissions/submissions-panel.tsx').then((of) => ({ default: of.SubmissionsPanel })),
);

export const formTabs = ['build', 'logic', 'look', 'settings', 'share', 'submissions'] as const;
type Tab = (typeof formTabs)[number];

/** True when the tab changes the page of the form, so that the preview is shown. */
export const hasPreview = (tab: Tab): boolean => tab !== 'share' && tab !== 'submissions';

interface FormTabProps {
  readonly tab: Tab;
  readonly draft: FormDraft;
  readonly disabled: boolean;
}

/** The content of a tab. */
export function FormTab({ tab, draft, disabled }: FormTabProps) {
  return (
    <Suspense fallback={<PageLoading />}>
      {tab === 'build' && <FieldsEditor draft={draft} disabled={disabled} />}
      {tab === 'logic' && <LogicEditor draft={draft} disabled={disabled} />}
      {tab === 'look' && <LookEditor draft={draft} disabled={disabled} />}
      {tab === 'settings' && <FormSettings draft={draft} disabled={disabled} />}
      {tab === 'share' && <SharePanel form={draft.base} />}
      {tab === 'submissions' && <Submissions form={draft.base} />}
    </Suspense>
  );
}

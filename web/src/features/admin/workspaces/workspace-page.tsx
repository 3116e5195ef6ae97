import { EditorPage } from '../parts/editor-page.tsx';
import { WorkspaceEditor } from './workspace-editor.tsx';
import type { WorkspaceRecord } from './workspace-values.ts';

export function WorkspacePage() {
  return (
    <EditorPage<WorkspaceRecord> slug="workspaces">
      {(model, workspace) => <WorkspaceEditor key={workspace?._id ?? 'new'} model={model} workspace={workspace} />}
    </EditorPage>
  );
}

import { EditorPage } from '../parts/editor-page.tsx';
import { ScreenEditor } from './screen-editor.tsx';
import type { ScreenRecord } from './screen-values.ts';

export function ScreenEditPage() {
  return (
    <EditorPage<ScreenRecord> slug="screens">
      {(model, screen) => <ScreenEditor key={screen?._id ?? 'new'} screens={model} screen={screen} />}
    </EditorPage>
  );
}

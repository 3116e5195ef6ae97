import { Skeleton } from '@mantine/core';
import { type ComponentProps, lazy, Suspense } from 'react';
import type { CodeEditor } from './code-editor.tsx';

const Loaded = lazy(() => import('./code-editor.tsx').then((module) => ({ default: module.CodeEditor })));

/** The editor is larger than the rest of the page, which is shown meanwhile. */
export function LazyCodeEditor(props: ComponentProps<typeof CodeEditor>) {
  return (
    <Suspense fallback={<Skeleton height="100%" mih={240} radius={0} />}>
      <Loaded {...props} />
    </Suspense>
  );
}

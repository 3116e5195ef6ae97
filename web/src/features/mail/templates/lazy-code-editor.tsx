import { type ComponentProps, lazy, Suspense } from 'react';
import { useActive } from '~/ui/use-active.ts';
import type { CodeEditor } from './code-editor.tsx';
import classes from './templates.module.css';

const Loaded = lazy(() => import('./code-editor.tsx').then((module) => ({ default: module.CodeEditor })));

/**
 * The editor is larger than the rest of the page, so the text is shown without colours until the person becomes active.
 */
export function LazyCodeEditor(props: ComponentProps<typeof CodeEditor>) {
  const active = useActive();
  const text = (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keyboard.
    <pre className={classes.uncolored} tabIndex={0}>
      {props.value}
    </pre>
  );
  if (!active) return text;
  return (
    <Suspense fallback={text}>
      <Loaded {...props} />
    </Suspense>
  );
}

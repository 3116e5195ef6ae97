import { lazy, Suspense } from 'react';
import { plainText } from '~/lib/plain-text.ts';

/** Loaded on demand, because the sanitiser is a library of its own. */
const FormattedText = lazy(() => import('./formatted-text.tsx').then((module) => ({ default: module.FormattedText })));

/** Sanitised HTML of a person. Its plain text is shown until the sanitiser has loaded. */
export const LazyFormattedText = ({ html }: { readonly html: string }) => (
  <Suspense fallback={plainText(html)}>
    <FormattedText html={html} />
  </Suspense>
);

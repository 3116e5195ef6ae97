import { lazy, Suspense } from 'react';
import { plainText } from '~/lib/plain-text.ts';

/** Loaded when there is one: making it safe takes a library of its own. */
const FormattedText = lazy(() => import('./formatted-text.tsx').then((module) => ({ default: module.FormattedText })));

/** HTML that a person wrote, made safe. Its words are shown until it is ready. */
export const LazyFormattedText = ({ html }: { readonly html: string }) => (
  <Suspense fallback={plainText(html)}>
    <FormattedText html={html} />
  </Suspense>
);

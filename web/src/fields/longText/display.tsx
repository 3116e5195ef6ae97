import { Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { isHtml, plainText } from '~/lib/plain-text.ts';
import { EmptyValue } from '../empty-value.tsx';
import type { DisplayProps } from '../kind.ts';
import { asText, isEmpty } from '../values.ts';

/** Loaded when there is one: making it safe takes a library of its own. */
const FormattedText = lazy(() => import('./formatted-text.tsx').then((module) => ({ default: module.FormattedText })));

export function LongTextDisplay({ value, compact }: DisplayProps) {
  if (isEmpty(value)) return <EmptyValue />;
  if (compact)
    return (
      <Text span inherit truncate>
        {plainText(asText(value)).replaceAll(/\s+/g, ' ')}
      </Text>
    );
  if (isHtml(asText(value)))
    return (
      <Suspense fallback={plainText(asText(value))}>
        <FormattedText html={asText(value)} />
      </Suspense>
    );
  return (
    <Text inherit style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {asText(value)}
    </Text>
  );
}

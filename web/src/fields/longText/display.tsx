import { Text } from '@mantine/core';
import { isHtml, plainText } from '~/lib/plain-text.ts';
import { EmptyValue } from '../empty-value.tsx';
import type { DisplayProps } from '../kind.ts';
import { asText, isEmpty } from '../values.ts';
import { LazyFormattedText } from './lazy-formatted-text.tsx';

export function LongTextDisplay({ value, compact }: DisplayProps) {
  if (isEmpty(value)) return <EmptyValue />;
  if (compact)
    return (
      <Text span inherit truncate>
        {plainText(asText(value)).replaceAll(/\s+/g, ' ')}
      </Text>
    );
  if (isHtml(asText(value))) return <LazyFormattedText html={asText(value)} />;
  return (
    <Text inherit style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {asText(value)}
    </Text>
  );
}

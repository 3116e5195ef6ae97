import { Text, Typography } from '@mantine/core';
import { isHtml, plainText } from '~/lib/plain-text.ts';
import { safeHtml } from '~/lib/rich-text.ts';
import { EmptyValue } from '../empty-value.tsx';
import type { DisplayProps } from '../kind.ts';
import { asText, isEmpty } from '../values.ts';

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
      <Typography fz="inherit">
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: safeHtml lets only harmless elements through. */}
        <div dangerouslySetInnerHTML={{ __html: safeHtml(asText(value)) }} />
      </Typography>
    );
  return (
    <Text inherit style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {asText(value)}
    </Text>
  );
}

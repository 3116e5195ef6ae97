import { Typography } from '@mantine/core';
import { safeHtml } from '~/lib/rich-text.ts';

/** A formatted text, such as a note or a mail. */
export function FormattedText({ html }: { readonly html: string }) {
  return (
    <Typography fz="inherit">
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: safeHtml lets only harmless elements through. */}
      <div dangerouslySetInnerHTML={{ __html: safeHtml(html) }} />
    </Typography>
  );
}

import { Anchor, Text, Typography } from '@mantine/core';
import { Fragment } from 'react';
import { isHtml, plainText } from '~/lib/plain-text.ts';
import { safeHtml } from '~/lib/rich-text.ts';
import classes from './notes.module.css';

interface NoteTextProps {
  readonly content: string;
  /** Truncates the text after this many lines, and removes its formatting. */
  readonly lines?: number;
}

/** The text of a note. Notes are plain text, or HTML if they are formatted. */
export function NoteText({ content, lines }: NoteTextProps) {
  if (lines === undefined && isHtml(content))
    return (
      <Typography className={classes.rich}>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: safeHtml removes unsafe elements. */}
        <div dangerouslySetInnerHTML={{ __html: safeHtml(content) }} />
      </Typography>
    );
  return (
    <Text size="sm" className={classes.plain} lineClamp={lines}>
      <WithLinks text={plainText(content)} />
    </Text>
  );
}

const address = /(https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]])/;

function WithLinks({ text }: { readonly text: string }) {
  return text.split(address).map((part, n) =>
    n % 2 === 0 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other identity.
      <Fragment key={n}>{part}</Fragment>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other identity.
      <Anchor key={n} href={part} target="_blank" rel="noopener noreferrer nofollow" inherit>
        {part}
      </Anchor>
    ),
  );
}

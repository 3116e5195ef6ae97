import { Anchor, List, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './widgets.module.css';

const safeLink = /^(?:https?:\/\/|mailto:|tel:)/i;

/** Parses `**bold**` and `[text](https://…)`. Everything else is text. */
function inline(text: string): ReactNode[] {
  const parts = text.split(/(\*\*[^*\n]+\*\*|\[[^\]\n]+\]\([^)\s]+\))/);
  return parts.map((part, n) => {
    const link = /^\[([^\]]+)\]\(([^)\s]+)\)$/.exec(part);
    // biome-ignore-start lint/suspicious/noArrayIndexKey: parts of a text have no other identity.
    if (link?.[2] !== undefined && safeLink.test(link[2]))
      return (
        <Anchor key={n} href={link[2]} target="_blank" rel="noreferrer noopener" underline="always" fz="inherit">
          {link[1]}
        </Anchor>
      );
    if (/^\*\*.+\*\*$/.test(part)) return <strong key={n}>{part.slice(2, -2)}</strong>;
    return part;
    // biome-ignore-end lint/suspicious/noArrayIndexKey: parts of a text have no other identity.
  });
}

function Block({ text }: { readonly text: string }) {
  const heading = /^#{1,3} (.+)$/.exec(text);
  if (heading?.[1] !== undefined)
    return (
      <Title order={3} fz="sm">
        {inline(heading[1])}
      </Title>
    );
  const lines = text.split('\n');
  if (lines.every((line) => /^[-*] /.test(line)))
    return (
      <List size="sm" spacing={2}>
        {lines.map((line) => (
          <List.Item key={line}>{inline(line.slice(2))}</List.Item>
        ))}
      </List>
    );
  return (
    <Text size="sm" className={styles.paragraph}>
      {inline(text)}
    </Text>
  );
}

/** A text with headings, lists, bold words and links. It is never inserted as HTML. */
export function TextWidget({ content }: { readonly content: string }) {
  const blocks = content.split(/\n{2,}/).filter((block) => block.trim() !== '');
  return (
    <Stack gap={8} className={styles.scroll}>
      {blocks.map((block, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: equal paragraphs have no other identity.
        <Block key={n} text={block.trim()} />
      ))}
    </Stack>
  );
}

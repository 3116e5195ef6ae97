import { Box, Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTabTitle } from './tab-title.ts';

interface PageProps {
  readonly title: ReactNode;
  /** The name of the page in the browser tab. The default is the first text of the title. */
  readonly tab?: string | undefined;
  /** The area of the page. The browser tab names it too. */
  readonly area?: string | undefined;
  readonly description?: ReactNode;
  /** Links to the pages above this one. */
  readonly above?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** True when the content takes the whole height and scrolls inside, as tables and boards do. */
  readonly fill?: boolean;
  /** Maximum width in pixels, for forms and settings. */
  readonly width?: number;
}

function firstText(element: HTMLElement | null): string | undefined {
  if (!element) return undefined;
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  return texts.nextNode()?.textContent ?? undefined;
}

/** The frame of every page: title, actions, content. */
export function Page({ title, tab, area, description, above, actions, children, fill, width }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [shown, setShown] = useState<string>();
  // The title may be an element with marks and buttons, so its first text is read from the page.
  useEffect(() => setShown(firstText(heading.current)));
  useTabTitle(tab ?? (typeof title === 'string' ? title : shown), area);
  return (
    <Stack gap={0} h={fill ? '100%' : undefined} mih={0}>
      <Group justify="space-between" align="center" px="md" py="sm" gap="sm" wrap="wrap" maw={width}>
        <Box miw={0}>
          {above}
          <Title ref={heading} order={1} style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Title>
          {description !== undefined && (
            <Text size="sm" c="dimmed" mt={2}>
              {description}
            </Text>
          )}
        </Box>
        {actions !== undefined && (
          <Group gap="xs" wrap="wrap">
            {actions}
          </Group>
        )}
      </Group>
      <Box px={fill ? 0 : 'md'} pb={fill ? 0 : 'xl'} flex={fill ? 1 : undefined} mih={0} maw={width}>
        {children}
      </Box>
    </Stack>
  );
}

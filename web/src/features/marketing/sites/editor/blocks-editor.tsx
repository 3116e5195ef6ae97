import { Alert, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordDraft } from '~/views/editor/use-record-draft.ts';
import type { WebPage } from '../site.ts';
import { BlockList } from './block-list.tsx';
import { moveNode, pageKey, placesFor } from './move-nodes.ts';
import type { Mover } from './mover.ts';
import { type BlockNode, toBlocks, toNodes } from './nodes.ts';

interface BlocksEditorProps {
  readonly draft: RecordDraft<WebPage>;
  readonly disabled: boolean;
}

const sameBlocks = (nodes: readonly BlockNode[], blocks: WebPage['blocks']): boolean =>
  JSON.stringify(toBlocks(nodes)) === JSON.stringify(blocks ?? []);

/** The content of a page. */
export function BlocksEditor({ draft: { draft: page, change }, disabled }: BlocksEditorProps) {
  const { t } = useTranslation('marketing-sites');
  const [nodes, setNodes] = useState<readonly BlockNode[]>(() => toNodes(page.blocks ?? []));
  const [opened, setOpened] = useState<string>();
  // An earlier version was restored, or somebody else saved the page.
  if (!sameBlocks(nodes, page.blocks)) setNodes(toNodes(page.blocks ?? []));
  const apply = (next: readonly BlockNode[]) => {
    setNodes(next);
    change({ blocks: toBlocks(next) });
  };
  const mover: Mover = {
    places: (node) =>
      placesFor(nodes, node).map(({ key, block, column }) => ({
        key,
        label: key === pageKey ? t('editor.placePage') : t('editor.placeColumn', { block, column }),
      })),
    move: (node, key, before) => apply(moveNode(nodes, node, key, before)),
  };
  return (
    <Stack gap="sm">
      {page.html && <Alert color="orange">{t('editor.hasHtml')}</Alert>}
      {nodes.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('editor.empty')}
        </Text>
      )}
      <BlockList
        label={t('editor.blocks')}
        place={pageKey}
        mover={mover}
        nodes={nodes}
        onChange={apply}
        opened={{ id: opened, set: setOpened }}
        disabled={disabled}
      />
    </Stack>
  );
}

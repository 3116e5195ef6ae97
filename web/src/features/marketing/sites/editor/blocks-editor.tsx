import { Alert, Stack, Text, VisuallyHidden } from '@mantine/core';
import { hashKey } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContentDraft } from '~/views/editor/use-content-draft.ts';
import type { WebPage } from '../site.ts';
import { BlockList } from './block-list.tsx';
import { useBlockName } from './block-name.ts';
import { moveNode, pageKey, placesFor, stepTarget, type Target } from './move-nodes.ts';
import type { Mover } from './mover.ts';
import { type BlockNode, findNode, toBlocks, toNodes } from './nodes.ts';

interface BlocksEditorProps {
  readonly draft: ContentDraft<WebPage>;
  readonly disabled: boolean;
}

/**
 * True when the editor shows these blocks. The order of keys is ignored, because the server returns saved blocks with
 * another order of keys, and open blocks must stay open.
 */
const sameBlocks = (nodes: readonly BlockNode[], blocks: WebPage['blocks']): boolean =>
  hashKey(toBlocks(nodes)) === hashKey(blocks ?? []);

/** A dragged block that would land in another list. */
interface Held {
  readonly node: BlockNode;
  readonly target: Target;
}

const isSame = (a: Target | undefined, b: Target | undefined): boolean => a?.key === b?.key && a?.before === b?.before;

/** The content of a page. */
export function BlocksEditor({ draft: { draft: page, change }, disabled }: BlocksEditorProps) {
  const { t } = useTranslation('marketing-sites');
  const [nodes, setNodes] = useState<readonly BlockNode[]>(() => toNodes(page.blocks ?? []));
  const [opened, setOpened] = useState<string>();
  const [held, setHeld] = useState<Held>();
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
    move: (node, to) => apply(moveNode(nodes, node, to)),
    target: held?.target,
    aim: (node, target) => setHeld((before) => (isSame(before?.target, target) ? before : target && { node, target })),
    step: (node, key) => {
      const step = stepTarget(nodes, node, held?.target, key);
      if (step) mover.aim(node, step.target);
      return step !== false;
    },
  };
  return (
    <Stack gap="sm">
      {page.html && <Alert color="orange">{t('editor.hasHtml')}</Alert>}
      {nodes.length === 0 && !page.html && (
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
      <VisuallyHidden role="status">{held && <Landing held={held} nodes={nodes} mover={mover} />}</VisuallyHidden>
    </Stack>
  );
}

interface LandingProps {
  readonly held: Held;
  readonly nodes: readonly BlockNode[];
  readonly mover: Mover;
}

/** Announces to screen readers where a block would land. */
function Landing({ held: { node, target }, nodes, mover }: LandingProps) {
  const { t } = useTranslation('marketing-sites');
  const nameOf = useBlockName();
  const place = mover.places(node).find(({ key }) => key === target.key)?.label ?? '';
  const next = target.before === undefined ? undefined : findNode(nodes, target.before);
  return next ? t('editor.over', { place, next: nameOf(next) }) : t('editor.overEnd', { place });
}

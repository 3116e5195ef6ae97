import { useTranslation } from 'react-i18next';
import { summaryOf } from './block-types.ts';
import type { BlockNode } from './nodes.ts';

/** Returns a function that names a block by its type and content. */
export function useBlockName(): (node: BlockNode) => string {
  const { t } = useTranslation('marketing-sites');
  return ({ block }) => [t(`blocks.${block.type}`), summaryOf(block)].filter(Boolean).join(': ');
}

import { type Block, parseBlocks } from './blocks.ts';
import { type Inline, parseInline } from './inline.ts';

/** The plain text of a Markdown text, for screen readers. */
export const markdownWords = (text: string): string => parseBlocks(text).map(blockWords).join('\n');

function blockWords(block: Block): string {
  switch (block.type) {
    case 'code':
      return block.text;
    case 'quote':
      return block.blocks.map(blockWords).join('\n');
    case 'list':
      return block.items.map((item) => item.map(blockWords).join('\n')).join('\n');
    case 'table':
      return [block.head, ...block.rows].map((row) => row.map(inlineWords).join(', ')).join('\n');
    case 'rule':
      return '';
    default:
      return inlineWords(block.text);
  }
}

const inlineWords = (text: string): string => parseInline(text).map(wordsOf).join('');

const wordsOf = (part: Inline): string => ('text' in part ? part.text : part.children.map(wordsOf).join(''));

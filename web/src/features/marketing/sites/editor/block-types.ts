import {
  type Icon,
  IconBrackets,
  IconClick,
  IconCode,
  IconColumns2,
  IconForms,
  IconHeading,
  IconPhoto,
  IconTypography,
  IconVideo,
} from '@tabler/icons-react';
import type { Block } from '../site.ts';

/** The input of a block's field. */
export type Control = 'line' | 'lines' | 'code' | 'address' | 'level' | 'form' | 'image' | 'video';

export interface BlockType {
  readonly type: string;
  readonly icon: Icon;
  /** The fields of the block. The value of the first one is its summary in the list. */
  readonly fields: readonly { readonly key: string; readonly control: Control; readonly required?: boolean }[];
  /** Fields for which a new block gets a text. */
  readonly starts: readonly string[];
  readonly adminOnly?: boolean;
}

/** All block types, in the order of the menu. */
export const blockTypes: readonly BlockType[] = [
  {
    type: 'heading',
    icon: IconHeading,
    starts: ['text'],
    fields: [
      { key: 'text', control: 'line', required: true },
      { key: 'level', control: 'level' },
    ],
  },
  { type: 'text', icon: IconTypography, starts: ['text'], fields: [{ key: 'text', control: 'lines', required: true }] },
  {
    type: 'image',
    icon: IconPhoto,
    starts: [],
    fields: [
      { key: 'storedFileId', control: 'image' },
      { key: 'url', control: 'address' },
      { key: 'alt', control: 'line' },
      { key: 'caption', control: 'line' },
      { key: 'linkUrl', control: 'address' },
    ],
  },
  {
    type: 'button',
    icon: IconClick,
    starts: ['label', 'url'],
    fields: [
      { key: 'label', control: 'line', required: true },
      { key: 'url', control: 'address', required: true },
    ],
  },
  { type: 'columns', icon: IconColumns2, starts: [], fields: [] },
  { type: 'form', icon: IconForms, starts: [], fields: [{ key: 'formId', control: 'form', required: true }] },
  {
    type: 'video',
    icon: IconVideo,
    starts: [],
    fields: [
      { key: 'storedFileId', control: 'video' },
      { key: 'url', control: 'address' },
      { key: 'posterFileId', control: 'image' },
      { key: 'title', control: 'line' },
    ],
  },
  {
    type: 'code',
    icon: IconBrackets,
    starts: ['code'],
    fields: [
      { key: 'code', control: 'code', required: true },
      { key: 'language', control: 'line' },
    ],
  },
  {
    type: 'html',
    icon: IconCode,
    starts: ['html'],
    adminOnly: true,
    fields: [{ key: 'html', control: 'code', required: true }],
  },
];

export const blockTypeOf = ({ type }: Block): BlockType | undefined => blockTypes.find((one) => one.type === type);

/** True when the block shows an uploaded file or an address. */
export const takesFile = ({ type }: Block): boolean => type === 'image' || type === 'video';

/** The summary of a block in the list. */
export function summaryOf(block: Block): string {
  const [first] = blockTypeOf(block)?.fields ?? [];
  const value = takesFile(block) ? (block.alt ?? block.title ?? block.url) : first && block[first.key];
  return typeof value === 'string' ? value.replace(/\s+/g, ' ').slice(0, 80) : '';
}

/** True when all required fields are set. Other blocks cannot be saved, and are left out of the preview. */
export const isComplete = (block: Block): boolean =>
  takesFile(block)
    ? Boolean(block.url) || Boolean(block.storedFileId)
    : (blockTypeOf(block)?.fields ?? []).every(({ key, required }) => !required || Boolean(block[key]));

/** The complete blocks, including those in columns. */
export const completeBlocks = (blocks: readonly Block[]): Block[] =>
  blocks
    .filter(isComplete)
    .map((block) =>
      Array.isArray(block.columns)
        ? { ...block, columns: block.columns.map((column) => completeBlocks(column as readonly Block[])) }
        : block,
    );

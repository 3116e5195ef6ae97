import type { BlockType } from './block.ts';
import { button } from './button.ts';
import { code } from './code.ts';
import { columns } from './columns.ts';
import { form } from './form.ts';
import { heading } from './heading.ts';
import { html } from './html.ts';
import { image } from './image.ts';
import { text } from './text.ts';
import { video } from './video.ts';

/** All types of blocks, by name. */
export const blockTypes: ReadonlyMap<string, BlockType> = new Map(
  [heading, text, image, button, columns, form, video, code, html].map((block) => [block.type, block]),
);

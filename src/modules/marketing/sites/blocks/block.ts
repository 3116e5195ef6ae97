import type { Static, TObject } from 'typebox';
import type { Addresses } from '../links/addresses.ts';

interface ShownForm {
  readonly url: string;
  readonly title: string;
  /** Names the page of the form, so that submissions count for that page. Undefined in previews. */
  readonly pageToken: string | undefined;
}

/** Services for a block while it is rendered. */
export interface BlockScope {
  /**
   * Turns addresses into links that work wherever the website is served, and records internal ones for the link check.
   */
  readonly addresses: Addresses;
  /** The address of an uploaded image or video; undefined when the file does not exist or has another type. */
  file(kind: 'image' | 'video', storedFileId: string): string | undefined;
  /** A published form; undefined when there is none. */
  form(formId: string): ShownForm | undefined;
  /** Allows the page to load frames, scripts or media of another origin. */
  allow(directive: 'frame-src' | 'script-src' | 'media-src', source: string): void;
  /** Renders the blocks of a column. */
  blocks(blocks: readonly unknown[]): string;
}

/** A type of block: its schema, its further checks and its HTML. */
export interface BlockType<Schema extends TObject = TObject> {
  readonly type: string;
  readonly schema: Schema;
  /** True when writing it needs marketing:admin. */
  readonly adminOnly?: boolean;
  /** Checks rules that the schema cannot express. The message continues a sentence that begins with the field. */
  problem?(block: Static<Schema>): { readonly field: string; readonly message: string } | undefined;
  /** Renders the block. It must escape every value. */
  render(block: Static<Schema>, scope: BlockScope): string;
}

export const defineBlock = <Schema extends TObject>(block: BlockType<Schema>): BlockType =>
  block as unknown as BlockType;

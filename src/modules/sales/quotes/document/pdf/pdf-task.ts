import type { PrintedDocument } from '../printed-document.ts';

/** A document for the thread that renders PDFs. */
export interface PdfTask {
  readonly document: PrintedDocument;
  /** The bytes of the logo, in a format that sharp reads. */
  readonly logo: Uint8Array | null;
}

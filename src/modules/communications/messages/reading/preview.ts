import { foldQuoted } from '../html/fold-quoted.ts';
import { shownText } from '../html/shown-text.ts';
import { storableLine } from '../storable.ts';

const maxPreview = 300;
/** Only this many characters of a mail are examined. */
const maxRead = 20_000;

/** The first words that the author wrote, without quoted text. */
export function previewOf(text: string | null, html: string | null): string {
  const written = text !== null ? foldQuoted(text.slice(0, maxRead)).text : shownText((html ?? '').slice(0, maxRead));
  return storableLine(written.trim() === '' && text !== null ? text.slice(0, maxRead) : written, maxPreview);
}

/** The search of the palette. */
export const paletteSearchId = 'palette-search';

/** A palette that has not come by then was not loaded, and the keys belong to the page again. */
const maxWaitMs = 10_000;

interface Waiting {
  text: string;
  readonly ended: AbortController;
}

let waiting: Waiting | undefined;

/**
 * Collects what a person types between asking for the palette and the moment when its search has the focus: the first
 * time, the palette is still being loaded. Without this the first letters would be lost, or be shortcuts of the page.
 */
export function collectTyping(onCancel: () => void): void {
  if (waiting !== undefined || document.activeElement?.id === paletteSearchId) return;
  const ended = new AbortController();
  const mine: Waiting = { text: '', ended };
  waiting = mine;
  const timer = setTimeout(takeTyped, maxWaitMs);
  ended.signal.addEventListener('abort', () => clearTimeout(timer));
  const collect = (event: KeyboardEvent) => {
    // A key that composes a letter, or is held with another, is not text.
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') {
      takeTyped();
      onCancel();
    } else if (event.key === 'Backspace') mine.text = mine.text.slice(0, -1);
    else if (event.key.length === 1) mine.text += event.key;
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener('keydown', collect, { signal: ended.signal, capture: true });
}

/** Ends the collecting; the search goes on with what was typed. */
export function takeTyped(): string {
  const text = waiting?.text ?? '';
  waiting?.ended.abort();
  waiting = undefined;
  return text;
}

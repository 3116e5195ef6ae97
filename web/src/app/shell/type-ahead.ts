/** Id of the palette's search input. */
export const paletteSearchId = 'palette-search';

/** After this time the palette counts as not loaded, and the keys belong to the page again. */
const maxWaitMs = 10_000;

interface Typed {
  text: string;
  /** True when Enter was pressed after the text. */
  entered: boolean;
}

interface Waiting extends Typed {
  readonly ended: AbortController;
}

let waiting: Waiting | undefined;

/**
 * Collects keys from the moment the palette is requested until its input has the focus, because the palette is loaded
 * when it is first opened. Otherwise the first letters would be lost or taken as shortcuts of the page.
 */
export function collectTyping(onCancel: () => void): void {
  if (waiting !== undefined || document.activeElement?.id === paletteSearchId) return;
  const ended = new AbortController();
  const mine: Waiting = { text: '', entered: false, ended };
  waiting = mine;
  const timer = setTimeout(takeTyped, maxWaitMs);
  ended.signal.addEventListener('abort', () => clearTimeout(timer));
  const collect = (event: KeyboardEvent) => {
    // A key that composes a character, or is pressed with a modifier, is not text.
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') {
      takeTyped();
      onCancel();
    } else if (event.key === 'Backspace') mine.text = mine.text.slice(0, -1);
    else if (event.key === 'Enter') mine.entered = true;
    else if (event.key.length === 1) mine.text += event.key;
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener('keydown', collect, { signal: ended.signal, capture: true });
}

/** Stops collecting and returns the typed text, with which the search continues. */
export function takeTyped(): Typed {
  const { text = '', entered = false } = waiting ?? {};
  waiting?.ended.abort();
  waiting = undefined;
  return { text, entered };
}

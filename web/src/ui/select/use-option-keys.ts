import { type FocusEvent, type KeyboardEvent, type MouseEvent, useEffect, useEffectEvent, useRef } from 'react';
import { useChoiceWait } from '../form.tsx';

type Input = HTMLInputElement;

const isOpen = (input: Input): boolean => input.dataset.expanded === 'true';

/** The options in the dropdown of the input. */
function optionsOf(input: Input): HTMLElement[] {
  const list = document.getElementById(input.getAttribute('aria-controls') ?? '');
  return [...(list?.querySelectorAll<HTMLElement>('[data-combobox-option]:not([data-combobox-disabled])') ?? [])];
}

const isPrintable = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey;

interface Options {
  readonly replaces: boolean;
  /** True while the options do not belong to the text yet. */
  readonly loading?: boolean | undefined;
  readonly onFocus?: ((event: FocusEvent<Input>) => void) | undefined;
  readonly onClick?: ((event: MouseEvent<Input>) => void) | undefined;
  readonly onBlur?: ((event: FocusEvent<Input>) => void) | undefined;
}

/**
 * Keyboard handling of Mantine inputs with options. Enter chooses the highlighted option, which is the best match while
 * the person types, and never sends the form around the input. If the options are still loading, Enter waits for them.
 * With `replaces`, typing replaces the text of the chosen option.
 */
export function useOptionKeys({ replaces, loading = false, onFocus, onClick, onBlur }: Options) {
  const form = useChoiceWait();
  const input = useRef<Input>(null);
  /** `waits` is true after Enter was pressed while there were no options. */
  const state = useRef({ typed: false, moved: false, waits: false });
  const choose = (option: HTMLElement | undefined) => {
    state.current = { typed: false, moved: false, waits: option === undefined };
    option?.click();
  };
  // The options may load after the text, so the first one is highlighted whenever they change.
  const look = useEffectEvent(() => {
    const { typed, moved, waits } = state.current;
    const shown = input.current;
    if (!shown || !isOpen(shown)) return;
    const [first] = optionsOf(shown);
    if (first && waits && !loading) return choose(first);
    if (!first || !typed || moved || first.dataset.comboboxSelected) return;
    for (const option of optionsOf(shown)) delete option.dataset.comboboxSelected;
    first.dataset.comboboxSelected = 'true';
  });
  useEffect(() => {
    look();
    // A list that opens is in the document one frame later.
    const frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  });
  const enter = (event: KeyboardEvent<Input>) => {
    const target = event.currentTarget;
    const sends = event.ctrlKey || event.metaKey;
    if (isOpen(target)) {
      event.preventDefault();
      const options = optionsOf(target);
      const { typed } = state.current;
      const marked = options.find(({ dataset }) => dataset.comboboxSelected === 'true');
      // Without typed text and highlight there is nothing to choose. Mantine closes the list if an option is already
      // chosen.
      if (!typed && !marked && !sends) return;
      event.stopPropagation();
      if (typed && loading && !state.current.moved) {
        state.current.waits = true;
        return;
      }
      if (typed || !sends) choose(marked ?? options[0]);
      if (sends) form?.send();
    } else if (target.form && !sends) {
      event.preventDefault();
      target.click();
    }
  };
  const reset = (typed: boolean) => {
    state.current = { typed, moved: false, waits: false };
  };
  return {
    /** Called after an option was chosen. */
    chosen: () => reset(false),
    handlers: {
      onInput: () => reset(true),
      onKeyDownCapture: (event: KeyboardEvent<Input>) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter') return enter(event);
        state.current.waits = false;
        if (event.key === 'ArrowDown' || event.key === 'ArrowUp') state.current.moved = true;
        if (replaces && !state.current.typed && isPrintable(event)) event.currentTarget.select();
      },
      onFocus: (event: FocusEvent<Input>) => {
        input.current = event.currentTarget;
        reset(false);
        if (replaces) event.currentTarget.select();
        onFocus?.(event);
      },
      onClick: (event: MouseEvent<Input>) => {
        if (replaces && !state.current.typed) event.currentTarget.select();
        onClick?.(event);
      },
      onBlur: (event: FocusEvent<Input>) => {
        reset(false);
        onBlur?.(event);
      },
    },
  };
}

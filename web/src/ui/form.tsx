import { useMergedRef } from '@mantine/hooks';
import {
  type ComponentProps,
  createContext,
  type FormEvent,
  type KeyboardEvent,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';

/** An input with options reports through this that its choice is pending. */
interface ChoiceWait {
  /** Called when Enter is pressed before the options have loaded. The form is not sent before the choice is made. */
  readonly begin: () => void;
  /** Called when the options have loaded. If none was found, the form is not sent. */
  readonly end: (found: boolean) => void;
  /** Sends the form after all pending choices. */
  readonly send: () => void;
}

const ChoiceWaitContext = createContext<ChoiceWait | undefined>(undefined);

export const useChoiceWait = (): ChoiceWait | undefined => useContext(ChoiceWaitContext);

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** True when Enter in a text input sends the form. The default is true only for forms with a single input. */
  readonly enterSends?: boolean;
}

const fillable = 'input:not([type=hidden], [type=checkbox], [type=radio], [type=file]), textarea, select';

const isEnter = ({ key, nativeEvent }: KeyboardEvent): boolean => key === 'Enter' && !nativeEvent.isComposing;

/**
 * The form element of the whole console. Its button and Ctrl Enter send it. Enter alone sends it only where there is
 * one input, because in longer forms people press it to finish an input or to choose an option.
 */
export function Form({ ref, onSubmit, onKeyDown, enterSends, children, ...rest }: FormProps) {
  const element = useRef<HTMLFormElement>(null);
  const merged = useMergedRef(element, ref);
  const [waiting, setWaiting] = useState(0);
  const [wanted, setWanted] = useState(false);
  const [wait] = useState<ChoiceWait>(() => ({
    begin: () => setWaiting((count) => count + 1),
    end: (found) => {
      setWaiting((count) => count - 1);
      if (!found) setWanted(false);
    },
    send: () => setWanted(true),
  }));
  // This is an effect, so that a choice made by the same key press is part of the values that are sent.
  useEffect(() => {
    if (!wanted || waiting > 0) return;
    setWanted(false);
    // Ctrl Enter follows the button: it does nothing while the button is disabled or loading.
    const button = element.current?.querySelector<HTMLButtonElement>('button[type=submit]');
    if (!button?.disabled && button?.dataset.loading === undefined) element.current?.requestSubmit();
  }, [wanted, waiting]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // React passes events of a dialog on to the form that opened the dialog.
    event.stopPropagation();
    if (waiting > 0) setWanted(true);
    else onSubmit(event);
  };
  const keys = (event: KeyboardEvent<HTMLFormElement>) => {
    onKeyDown?.(event);
    const { target, currentTarget } = event;
    if (!isEnter(event) || !(target instanceof HTMLElement) || !currentTarget.contains(target)) return;
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      event.stopPropagation();
      return setWanted(true);
    }
    const sends = enterSends ?? currentTarget.querySelectorAll(fillable).length === 1;
    if (!sends && target instanceof HTMLInputElement) event.preventDefault();
  };
  return (
    <ChoiceWaitContext value={wait}>
      <form ref={merged} {...rest} onSubmit={submit} onKeyDown={keys}>
        {children}
      </form>
    </ChoiceWaitContext>
  );
}

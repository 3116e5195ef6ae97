import { useMutation } from '@tanstack/react-query';
import { notifyDone, notifyError } from '~/ui/notify.ts';

interface ActionInput<Input, Output> {
  readonly run: (input: Input) => Promise<Output>;
  /** Refreshes the shown data. It is called after a failure too. */
  readonly refresh?: (() => unknown) | undefined;
  /** Returns the text of a notice for the person, or undefined for no notice. */
  readonly done?: ((output: Output, input: Input) => string | undefined) | undefined;
}

/** Runs an action at once and reports its result in a notice. */
export function useAction<Input = void, Output = unknown>({ run, refresh, done }: ActionInput<Input, Output>) {
  const { mutate, isPending, variables } = useMutation({
    mutationFn: run,
    onSuccess: (output, input) => {
      const text = done?.(output, input);
      if (text !== undefined) notifyDone(text);
    },
    onError: (error) => notifyError(error),
    onSettled: () => refresh?.(),
  });
  return { run: mutate, isRunning: isPending, input: variables };
}

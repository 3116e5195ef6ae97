import { useMutation } from '@tanstack/react-query';
import { notifyDone, notifyError } from '~/ui/notify.ts';

interface ActionInput<Input, Output> {
  readonly run: (input: Input) => Promise<Output>;
  /** Refreshes what is shown. */
  readonly refresh?: (() => unknown) | undefined;
  /** What to tell the person; nothing when it returns undefined. */
  readonly done?: ((output: Output, input: Input) => string | undefined) | undefined;
}

/** A button that does something at once, and says how it ended. */
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

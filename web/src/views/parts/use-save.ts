import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type FormProblems, problemsOf } from './form-problems.ts';

const none: FormProblems = { fields: {}, form: undefined };

interface SaveInput<Input, Output> {
  readonly send: (input: Input) => Promise<Output>;
  /** Names of the inputs, equal to the names of the fields on the server. */
  readonly inputs: readonly string[];
  readonly onDone: (output: Output, input: Input) => void;
}

/** Sends a form, and keeps the problems of a refusal for display at the inputs. */
export function useSave<Input = void, Output = unknown>({ send, inputs, onDone }: SaveInput<Input, Output>) {
  const { t } = useTranslation();
  const [problems, setProblems] = useState<FormProblems>(none);
  const { mutate, isPending } = useMutation({
    mutationFn: send,
    onMutate: () => setProblems(none),
    onSuccess: onDone,
    onError: (error) => setProblems(problemsOf(error, inputs, t)),
  });
  return { save: mutate, isSaving: isPending, problems, clear: () => setProblems(none) };
}

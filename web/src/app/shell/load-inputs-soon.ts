import { loadInputs } from '~/fields/field-input.tsx';
import { onFirstMove } from '~/lib/first-move.ts';

/** Loads the inputs of fields with the first move of the person, so that they are there when something is edited. */
export const loadInputsSoon = (): (() => void) =>
  // A failure is not reported here: editing a field loads them again and shows the error.
  onFirstMove(() => void loadInputs().catch(() => undefined));

import { loadInputs } from '~/fields/field-input.tsx';
import { onFirstMove } from '~/lib/first-move.ts';

/** Loads the field inputs with the first move of the person, so that editing starts at once. */
export const preloadInputs = (): (() => void) =>
  // A failure is not reported here: editing a field loads them again and shows the error.
  onFirstMove(() => void loadInputs().catch(() => undefined));

import { loadInputs } from '~/fields/field-input.tsx';

const signsOfLife = ['pointermove', 'pointerdown', 'keydown'] as const;

/** Loads the inputs of fields with the first move of the person, so that they are there when something is edited. */
export function loadInputsSoon(): () => void {
  const ended = new AbortController();
  const load = () => {
    ended.abort();
    // Whoever edits something loads them again, and hears why that fails.
    loadInputs().catch(() => undefined);
  };
  for (const name of signsOfLife) addEventListener(name, load, { signal: ended.signal, passive: true });
  return () => ended.abort();
}

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '~/ui/error-text.ts';

/** The state of a form's request: whether it runs, and its error. */
export function useCall() {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const run = async (call: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    setProblem(undefined);
    try {
      await call();
      return true;
    } catch (error) {
      setProblem(errorText(error, t));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, run };
}

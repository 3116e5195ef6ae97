import i18next from 'i18next';
import { useTranslation } from 'react-i18next';

interface Named {
  readonly key: string;
  readonly help?: string;
}

/** The label of a part, and its help if it has one. */
export function usePartText({ key, help = key }: Named): { readonly label: string; readonly help: string | undefined } {
  const { t } = useTranslation('workflows');
  return {
    label: t(`part.${key}`),
    help: i18next.exists(`workflows:help.${help}`) ? t(`help.${help}`) : undefined,
  };
}

import i18next from 'i18next';
import { useTranslation } from 'react-i18next';

/** The label of a part, and its help if it has one. */
export function usePartText({ key }: { readonly key: string }): {
  readonly label: string;
  readonly help: string | undefined;
} {
  const { t } = useTranslation('workflows');
  return {
    label: t(`part.${key}`),
    help: i18next.exists(`workflows:help.${key}`) ? t(`help.${key}`) : undefined,
  };
}

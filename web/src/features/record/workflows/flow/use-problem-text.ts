import i18next from 'i18next';
import { useTranslation } from 'react-i18next';

/** Returns a function that says what is wrong, with the name of the part if the place has one. */
export function useProblemText(): (place: string, text: string) => string {
  const { t } = useTranslation('workflows');
  return (place, text) => {
    const part = place.split('.').at(-1)?.replace(/\[.*/, '') ?? '';
    return i18next.exists(`workflows:part.${part}`) ? t('problem.at', { part: t(`part.${part}`), text }) : text;
  };
}

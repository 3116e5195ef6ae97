import { useTranslation } from 'react-i18next';
import { dateFormat, numberFormat } from '~/lib/intl.ts';

/** Formats numbers and costs in the person's language. */
export function useUsageFormat(currency = 'USD') {
  const { language } = useTranslation().i18n;
  return {
    number: (value: number) => numberFormat(language).format(value),
    /**
     * Small amounts get more digits, because a request costs fractions of a cent. Null means that the cost is unknown.
     */
    cost: (amount: number | null) => {
      if (amount === null) return '–';
      const digits = amount !== 0 && Math.abs(amount) < 1 ? 4 : 2;
      return numberFormat(language, {
        style: 'currency',
        currency,
        minimumFractionDigits: 2,
        maximumFractionDigits: digits,
      }).format(amount);
    },
    /** A day of the statistics, in UTC. */
    day: (value: string) =>
      dateFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(value)),
  };
}

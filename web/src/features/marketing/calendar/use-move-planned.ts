import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { records } from '~/api/records.ts';
import { refreshWritten } from '~/api/refresh.ts';
import { notifyError } from '~/ui/notify.ts';
import { notifyUndo } from '~/ui/undo-notice.tsx';
import { type Day, instantOf } from '~/views/calendar/days.ts';
import { longDay } from '~/views/calendar/words.ts';
import { socialApi } from '../social/social-api.ts';
import type { Planned } from './use-planned.ts';

/** Moves a planned item to another day at the same time, and offers to undo it. */
export function useMovePlanned(zone: string) {
  const { t, i18n } = useTranslation('marketing');
  const client = useQueryClient();
  return async (planned: Planned, day: Day): Promise<void> => {
    const { source, model, record, value, minutes, title } = planned;
    if (day === planned.day) return;
    const change = async (next: string) => {
      try {
        // Posts have their own action, which checks them and reschedules them in the outbox.
        if (source.model === 'marketing.socialPosts') await socialApi.change(record._id, { scheduledAt: next });
        else await records.update(model.path, record._id, { [source.field]: next });
      } finally {
        await refreshWritten(client, keys.model(model.path));
      }
    };
    try {
      await change(minutes === undefined ? day : instantOf({ day, minutes }, zone));
      notifyUndo(t('calendar.moved', { title, date: longDay(day, i18n.language) }), () => change(value));
    } catch (error) {
      notifyError(error, t('calendar.notMoved', { title }));
    }
  };
}

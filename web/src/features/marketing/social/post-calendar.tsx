import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useRegistry } from '~/metadata/registry.ts';
import { CalendarView } from '~/views/calendar/calendar-view.tsx';
import type { ViewState } from '~/views/view.ts';
import { postsModel } from './social-api.ts';

/** Posts in a calendar, at their times of publication. */
export function PostCalendar() {
  const navigate = useNavigate();
  const model = useRegistry().find(postsModel);
  const [state, setState] = useState<ViewState>({ dateField: 'scheduledAt', filter: { status: { ne: 'cancelled' } } });
  if (!model) return null;
  return (
    <CalendarView
      model={model}
      state={state}
      onState={(change) => setState({ ...state, ...change })}
      onOpen={({ _id }) => navigate({ to: `/marketing/social/posts/${_id}` })}
      onCreate={() => navigate({ to: '/marketing/social/compose' })}
    />
  );
}

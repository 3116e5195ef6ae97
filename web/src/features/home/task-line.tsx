import { ActionIcon, Text } from '@mantine/core';
import { IconCircle, IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dateFormat } from '~/lib/intl.ts';
import { timeZone } from '~/lib/time-zone.ts';
import { useCan } from '~/metadata/access.ts';
import { recordPath } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { type MyTask, useFinishTask } from './my-tasks.ts';
import classes from './my-work.module.css';

/** A task with a button that finishes it, its due date and the record that it is about. */
export function TaskLine({ task }: { readonly task: MyTask }) {
  const { t, i18n } = useTranslation('home');
  const registry = useRegistry();
  const can = useCan();
  const finish = useFinishTask();
  const [busy, setBusy] = useState(false);
  const model = registry.at(task.moduleKey, task.slug);
  if (!model) return null;
  const { parent, dueDate } = task;
  const parentModel = parent && registry.at(parent.moduleKey, parent.slug);
  const title = task.title ?? model.label;
  // Swedish dates are written as 2026-11-16.
  const today = dateFormat('sv', { dateStyle: 'short', timeZone: timeZone() }).format(new Date());
  const due = dueDate && dateFormat(i18n.language, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(dueDate));
  return (
    <li className={classes.line}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('finishTask', { title })}
        disabled={!can.write(model)}
        loading={busy}
        onClick={async () => {
          setBusy(true);
          await finish(task);
          setBusy(false);
        }}
      >
        {busy ? <IconCircleCheck size={18} /> : <IconCircle size={18} />}
      </ActionIcon>
      <div className={classes.text}>
        <Link to={recordPath(model, task._id)} className={classes.title}>
          {title}
        </Link>
        {parent && parentModel && (
          <Link to={recordPath(parentModel, parent._id)} className={classes.about}>
            {parent.name ?? parentModel.label}
          </Link>
        )}
      </div>
      {due && (
        <Text span size="xs" {...(dueDate < today ? { c: 'red', fw: 500 } : { c: 'dimmed' })} className={classes.side}>
          {dueDate === today ? t('dueToday') : due}
        </Text>
      )}
    </li>
  );
}

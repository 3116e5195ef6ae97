import { useTranslation } from 'react-i18next';
import type { Included, RecordData } from '~/api/records.ts';
import { amountCurrency } from '~/lib/company-currency.ts';
import { dateFormat } from '~/lib/intl.ts';
import { formatMoney } from '~/lib/money.ts';
import { timeZone } from '~/lib/time-zone.ts';
import { useCan } from '~/metadata/access.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { TimeText } from '~/ui/time-text.tsx';
import { Block } from './block.tsx';
import { useMyTasks } from './my-tasks.ts';
import classes from './my-work.module.css';
import { RecordBlock, shownPerBlock } from './record-block.tsx';
import { TaskLine } from './task-line.tsx';

/** Deals among which those that rot are looked for, the longest unchanged first. */
const maxRotting = 50;

/** The work of the person for today: tasks, deals, conversations and meetings. */
export function MyWork() {
  const can = useCan();
  return (
    <div className={classes.blocks}>
      <TasksBlock />
      <MeetingsBlock />
      <ClosingDeals />
      <RottingDeals />
      {can.scope('communications:read') && <Conversations />}
    </div>
  );
}

function TasksBlock() {
  const { t } = useTranslation('home');
  const { data, rows, total, error } = useMyTasks('all', shownPerBlock + 1);
  return (
    <Block
      title={t('tasks')}
      total={total}
      to="/tasks"
      empty={t('noTasks')}
      error={error}
      lines={data && rows.map((task) => <TaskLine key={task._id} task={task} />)}
    />
  );
}

function MeetingsBlock() {
  const { t, i18n } = useTranslation('home');
  const format = dateFormat(i18n.language, { timeStyle: 'short', timeZone: timeZone() });
  const side = ({ startsAt, endsAt }: RecordData) => {
    const [start, end] = [startsAt, endsAt].map((time) => (typeof time === 'string' ? new Date(time) : undefined));
    return start && (end && end >= start ? format.formatRange(start, end) : format.format(start));
  };
  return (
    <RecordBlock
      title={t('meetings')}
      empty={t('noMeetings')}
      model="sales.activities"
      input={{
        filter: { ownerId: 'me', startsAt: { between: 'today' } },
        sort: ['startsAt'],
        fields: ['subject', 'startsAt', 'endsAt', 'location'],
      }}
      side={side}
      about={({ location }) => (typeof location === 'string' ? location : undefined)}
    />
  );
}

/** The amount of a deal in its currency. */
function useAmount(): (deal: RecordData) => string | undefined {
  const { i18n } = useTranslation();
  return ({ value, currency }) =>
    typeof value === 'number'
      ? formatMoney(value, amountCurrency(currency), i18n.language, { whole: true })
      : undefined;
}

const dealFields = ['name', 'value', 'currency', 'closeDate', 'stageChangedAt', 'statusId'];
const mine = { ownerId: 'me', closedAt: { null: true } };

function ClosingDeals() {
  const { t, i18n } = useTranslation('home');
  const format = dateFormat(i18n.language, { dateStyle: 'medium', timeZone: 'UTC' });
  return (
    <RecordBlock
      title={t('closing')}
      empty={t('noClosing')}
      model="sales.opportunities"
      input={{ filter: { ...mine, closeDate: { between: 'next14Days' } }, sort: ['closeDate'], fields: dealFields }}
      side={({ closeDate }) => (typeof closeDate === 'string' ? format.format(new Date(closeDate)) : undefined)}
      about={useAmount()}
    />
  );
}

const dayMs = 86_400_000;

/** True when a deal has been in its stage for longer than the stage allows. */
function isRotting({ stageChangedAt, statusId }: RecordData, included: Included): boolean {
  const days = typeof statusId === 'string' ? included[statusId]?.rottingDays : undefined;
  const since = typeof stageChangedAt === 'string' ? Date.parse(stageChangedAt) : Number.NaN;
  return typeof days === 'number' && days > 0 && since + days * dayMs < Date.now();
}

function RottingDeals() {
  const { t } = useTranslation('home');
  const registry = useRegistry();
  const amount = useAmount();
  const stages = registry.find('sales.opportunityStatuses');
  if (!stages || !registry.field(stages, 'rottingDays')) return null;
  return (
    <RecordBlock
      title={t('rotting')}
      empty={t('noRotting')}
      model="sales.opportunities"
      input={{
        filter: { ...mine, stageChangedAt: { null: false } },
        sort: ['stageChangedAt'],
        fields: dealFields,
        include: ['statusId'],
        limit: maxRotting,
        count: 'none',
      }}
      only={isRotting}
      side={({ stageChangedAt }) => typeof stageChangedAt === 'string' && <TimeText value={stageChangedAt} />}
      about={amount}
    />
  );
}

const inbox = ({ _id }: RecordData) => ({ to: '/inbox', search: { id: _id } });
const conversationFields = ['subject', 'waitingSince', 'lastMessageAt', 'preview'];
const preview = ({ preview: text }: RecordData) => (typeof text === 'string' ? text.slice(0, 100) : undefined);

function Conversations() {
  const { t } = useTranslation('home');
  const list = { to: '/inbox' };
  return (
    <>
      <RecordBlock
        title={t('waiting')}
        empty={t('noWaiting')}
        model="communications.conversations"
        input={{
          filter: { assignedUserId: 'me', status: 'open', waitingSince: { null: false } },
          sort: ['waitingSince'],
          fields: conversationFields,
        }}
        addressOf={inbox}
        list={list}
        side={({ waitingSince }) => typeof waitingSince === 'string' && <TimeText value={waitingSince} />}
        about={preview}
      />
      <RecordBlock
        title={t('followed')}
        empty={t('noFollowed')}
        model="communications.conversations"
        input={{
          filter: { followerIds: 'me', status: { ne: 'closed' } },
          sort: ['-lastMessageAt'],
          fields: conversationFields,
        }}
        addressOf={inbox}
        list={list}
        side={({ lastMessageAt }) => typeof lastMessageAt === 'string' && <TimeText value={lastMessageAt} />}
        about={preview}
      />
    </>
  );
}

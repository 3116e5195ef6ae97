import { stripHidden } from '#core/query/rows.ts';
import type { Claimed } from './delivery.ts';

type Sent = Pick<Claimed, 'body' | 'eventId' | 'type' | 'restored' | 'eventAt' | 'accountKey' | 'recordId' | 'hidden'>;

interface Described {
  readonly id: string;
  readonly type: string;
  readonly at: Date;
  readonly accountKey: string;
  readonly restored?: boolean;
  /** JSON text. */
  readonly record: string;
  /** JSON text of the former values, of an update. */
  readonly previous?: string | null;
}

/** What is sent and signed. The record is passed on as the spine has it, so that every attempt sends the same bytes. */
export const eventBody = ({ id, type, at, accountKey, restored, record, previous }: Described): string =>
  `{"id":${JSON.stringify(id)},"type":${JSON.stringify(type)},"timestamp":"${at.toISOString()}","accountKey":${JSON.stringify(accountKey)}${
    restored ? ',"restored":true' : ''
  },"data":{"record":${record}${previous ? `,"previous":${previous}` : ''}}}`;

/** The body of a delivery, without the fields that are hidden; of a deletion, only which record went. */
export const bodyOf = (
  { body, eventId, type, restored, eventAt, accountKey, recordId, hidden }: Sent,
  { record, previous }: Pick<Claimed, 'record' | 'previous'>,
): string =>
  body ??
  eventBody({
    id: eventId,
    type,
    at: eventAt,
    accountKey,
    restored,
    previous: previous === null ? null : stripHidden(previous, { hidden }),
    record:
      record === null ? JSON.stringify(recordId === null ? {} : { _id: recordId }) : stripHidden(record, { hidden }),
  });

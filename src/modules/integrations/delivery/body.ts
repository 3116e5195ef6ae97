import { stripHidden } from '#core/rows.ts';
import type { Claimed } from './claims.ts';

type Sent = Pick<Claimed, 'body' | 'eventId' | 'type' | 'eventAt' | 'accountKey' | 'recordId' | 'hidden'>;

interface Described {
  readonly id: string;
  readonly type: string;
  readonly at: Date;
  readonly accountKey: string;
  /** JSON text. */
  readonly record: string;
}

/** What is sent and signed. The record is passed on as the spine has it, so that every attempt sends the same bytes. */
export const eventBody = ({ id, type, at, accountKey, record }: Described): string =>
  `{"id":${JSON.stringify(id)},"type":${JSON.stringify(type)},"timestamp":"${at.toISOString()}","accountKey":${JSON.stringify(accountKey)},"data":{"record":${record}}}`;

/** The body of a delivery, without the fields that are hidden; of a deletion, only which record went. */
export const bodyOf = (
  { body, eventId, type, eventAt, accountKey, recordId, hidden }: Sent,
  record: string | null,
): string =>
  body ??
  eventBody({
    id: eventId,
    type,
    at: eventAt,
    accountKey,
    record:
      record === null ? JSON.stringify(recordId === null ? {} : { _id: recordId }) : stripHidden(record, { hidden }),
  });

import type { NumberKind } from './number-formats.ts';

const dayMs = 86_400_000;
/** 31 December 9999, the last day of a spreadsheet. */
const lastSerial = 2_958_465;
/** Days from these dates are counted: in the system of 1900, from 1 March 1900 on, and in that of 1904. */
const epoch1900 = Date.UTC(1899, 11, 30);
const epoch1904 = Date.UTC(1904, 0, 1);
/** The system of 1900 has a 29 February 1900, which did not exist. */
const falseLeapDay = 60;

/**
 * The value of a number that is shown as a date or a time. Dates of a spreadsheet have no time zone: they are given as in
 * UTC. Times and durations are texts such as `09:30:00`, because no date belongs to them.
 */
export function valueOfSerial(serial: number, kind: NumberKind, is1904: boolean): number | string | Date {
  if (kind === 'number' || !Number.isFinite(serial) || serial < 0 || serial >= lastSerial + 1) return serial;
  if (kind === 'duration' || (kind === 'time' && serial < 1)) return clock(serial);
  if (!is1904 && Math.floor(serial) === falseLeapDay) return serial;
  const epoch = is1904 ? epoch1904 : serial < falseLeapDay ? epoch1900 + dayMs : epoch1900;
  return new Date(epoch + Math.round(serial * dayMs));
}

function clock(days: number): string {
  const seconds = Math.round(days * 86_400);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

/** The number of days by which a workbook of the system of 1900 writes a date from 1 March 1900 on. */
export function serialOf(date: Date): number | undefined {
  const serial = (date.getTime() - epoch1900) / dayMs;
  return serial > falseLeapDay && serial < lastSerial + 1 ? serial : undefined;
}

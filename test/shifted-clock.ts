/**
 * Loaded by a server before anything else: its clock is wrong by CLOCK_SHIFT_MS, and jumps to the other side of the right
 * time when it gets SIGUSR2.
 */
let shiftMs = Number(process.env.CLOCK_SHIFT_MS);

process.on('SIGUSR2', () => {
  shiftMs = -shiftMs;
});

const RightDate = Date;

const ShiftedDate = function (this: unknown, ...args: unknown[]): unknown {
  if (!new.target) return new RightDate(RightDate.now() + shiftMs).toString();
  const given = args.length === 0 ? [RightDate.now() + shiftMs] : args;
  return Reflect.construct(RightDate, given, new.target);
} as unknown as DateConstructor;

Object.setPrototypeOf(ShiftedDate, RightDate);
Object.defineProperty(ShiftedDate, 'prototype', { value: RightDate.prototype });
Object.defineProperty(RightDate.prototype, 'constructor', { value: ShiftedDate });
ShiftedDate.now = () => RightDate.now() + shiftMs;
globalThis.Date = ShiftedDate;

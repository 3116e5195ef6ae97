const prefix = 'Mail cannot be sent: ';
const maxLength = 1000;

/** Marks an error of a mailbox as one of sending. Only a sent mail or a new login clears it. */
export const sendingError = {
  of: (message: string): string => `${prefix}${message}`.slice(0, maxLength),
  is: (error: string | null): boolean => error?.startsWith(prefix) ?? false,
};

const prefix = 'Mail cannot be sent: ';
const maxLength = 1000;

/** The error of a mailbox that is about sending: only a mail that goes out, or a new login, clears it. */
export const sendingError = {
  of: (message: string): string => `${prefix}${message}`.slice(0, maxLength),
  is: (error: string | null): boolean => error?.startsWith(prefix) ?? false,
};

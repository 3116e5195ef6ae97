/** True when a subject shows nothing: it is empty, or has only spaces and characters without a width. */
export const isBlankSubject = (subject: string | null | undefined): boolean =>
  !/[^\s\p{Default_Ignorable_Code_Point}\p{Cc}]/u.test(subject ?? '');

export const blankSubject =
  'The subject is empty, so the mail is not sent: give values for the variables of the subject.';

import type { PageAnswer } from '#core/page.ts';

/** The answer to a token that is not ours, or whose mail or tenant is gone. */
export const invalidLink = (): PageAnswer => ({
  status: 404,
  title: 'This link does not work',
  main: `<h1>This link does not work</h1>
    <p>It may have been cut off on its way, or the mail it belongs to was deleted.</p>
    <p>Open the link from the mail again, or copy all of it. If that does not help, reply to the mail.</p>`,
});

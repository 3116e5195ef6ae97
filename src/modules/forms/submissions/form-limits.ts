/** The limits of one submission. They are lower than those of users, because the sender is unknown. */
export const formLimits = {
  /** The size of the body without files. */
  bodyBytes: 256 * 1024,
  files: 10,
  fileBytes: 10_000_000,
};

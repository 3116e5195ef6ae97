/** What one submission may have. Its sender is unknown, so that is less than users may send. */
export const formLimits = {
  /** Without files. */
  bodyBytes: 256 * 1024,
  files: 10,
  fileBytes: 10_000_000,
};

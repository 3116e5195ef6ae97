/** Resolves at once, or when the person returns to this tab. */
export async function untilShown(): Promise<void> {
  if (!document.hidden) return;
  await new Promise<void>((resolve) => {
    const check = () => {
      if (document.hidden) return;
      document.removeEventListener('visibilitychange', check);
      resolve();
    };
    document.addEventListener('visibilitychange', check);
  });
}

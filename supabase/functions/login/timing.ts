/** How long an answer takes at least, in milliseconds, that must not tell whether there is an account. */
export const discreetMs = 150

/** Resolves once `ms` have passed since `startedAt` (performance.now()), at once when they have already. */
export async function atLeast(ms: number, startedAt: number): Promise<void> {
  const left = startedAt + ms - performance.now()
  if (left > 0) await new Promise((resolve) => setTimeout(resolve, left))
}

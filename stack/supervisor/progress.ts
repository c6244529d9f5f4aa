// What a person sees while the stack starts.

/** Prints `title … done (1.2 s)` around a step; the sentence of its failure is left to the caller. */
export async function step<T>(title: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now()
  const live = process.stdout.isTTY
  if (live) process.stdout.write(`  · ${title} …`)
  try {
    const result = await work()
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    process.stdout.write(`${live ? '\r\x1b[K' : ''}  ✓ ${title} (${seconds} s)\n`)
    return result
  } catch (error) {
    process.stdout.write(`${live ? '\r\x1b[K' : ''}  ✗ ${title}\n`)
    throw error
  }
}

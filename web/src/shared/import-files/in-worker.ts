/** How long a worker of the browser may take. */
const timeoutMs = 30_000

interface Failures {
  broken: string
  tooLong: string
}

/** What a worker answers to a message; it ends with its answer, or when it takes too long. */
export async function answerOf<Answer>(
  worker: Worker,
  message: unknown,
  { broken, tooLong }: Failures,
): Promise<Answer | { ok: false; message: string }> {
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    return await new Promise<Answer | { ok: false; message: string }>((resolve) => {
      const fail = (text: string) => resolve({ ok: false, message: text })
      worker.onmessage = (event: MessageEvent<Answer>) => resolve(event.data)
      worker.onerror = () => fail(broken)
      timer = setTimeout(() => fail(tooLong), timeoutMs)
      worker.postMessage(message)
    })
  } finally {
    clearTimeout(timer)
    worker.terminate()
  }
}

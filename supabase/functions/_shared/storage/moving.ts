// What is passed on for as long as it moves, however slowly, and ended where it stands still.

/**
 * The same bytes. Where for `idleMs` nothing comes, or nobody takes what is there, `stop` is called and the stream fails:
 * neither a reader who went to sleep nor a source that did holds anything for longer.
 */
export function whileMoving(
  body: ReadableStream<Uint8Array>,
  idleMs: number,
  stop: (reason: Error) => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let timer: ReturnType<typeof setTimeout> | undefined
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        timer = setTimeout(standsStill, idleMs, controller)
      },
      async pull(controller) {
        moved(controller)
        const { done, value } = await reader.read().catch((error: unknown) => {
          clearTimeout(timer)
          throw error
        })
        if (done) {
          clearTimeout(timer)
          controller.close()
          return
        }
        moved(controller)
        controller.enqueue(value)
      },
      async cancel(reason) {
        clearTimeout(timer)
        await reader.cancel(reason)
      },
    },
    // Only what somebody asks for is read: else the first piece would wait here, and count as taken.
    { highWaterMark: 0 },
  )

  function moved(controller: ReadableStreamDefaultController<Uint8Array>): void {
    clearTimeout(timer)
    timer = setTimeout(standsStill, idleMs, controller)
  }

  function standsStill(controller: ReadableStreamDefaultController<Uint8Array>): void {
    const reason = new Error(`Nothing moved for ${idleMs} ms.`)
    controller.error(reason)
    stop(reason)
  }
}

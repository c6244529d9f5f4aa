declare global {
  // What a worker's own scope has: Deno's types describe the scope of a program only.
  function postMessage(message: unknown): void
}

/**
 * Answers each job of a lane, in a worker whose modules are all loaded: it reads no files from here on. `work` is given what the
 * lane sent, which is of the product's own making.
 */
export function serve<Job>(work: (job: Job) => unknown): void {
  Deno.permissions.revokeSync({ name: 'read' })
  globalThis.addEventListener('message', async (event) => {
    if (event instanceof MessageEvent) postMessage(await work(event.data))
  })
  postMessage('ready')
}

/** Address of the Studio's service worker (web/service-worker.js); it serves what lies below `scope`, and nothing else. */
const worker = '/studio-worker.js'
const scope = '/studio/'

/** Has the browser keep the program of the Studio, so that it starts without a network. Once a visit is enough. */
export function keepShell(): void {
  // While developing every file is another one with each change.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // A browser that keeps nothing, as in a private window, has the Studio as long as there is a network.
  navigator.serviceWorker.register(worker, { scope }).catch(() => undefined)
}

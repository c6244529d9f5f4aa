import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Hands an address to what the system opens addresses with; no shell reads it. */
export async function isOpened(address: string): Promise<boolean> {
  const [program, ...args] = OPENERS[process.platform] ?? ['xdg-open']
  if (!program) return false
  const child = spawn(program, [...args, address], { stdio: 'ignore', detached: true })
  const started = await once(child, 'spawn').catch(() => null)
  child.unref()
  return started !== null
}

const OPENERS: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

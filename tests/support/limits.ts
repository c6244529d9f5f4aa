import { readFileSync } from 'node:fs'

/** How many connections with both ends in this process its limit of open files allows. */
export function connectionsAllowed(): number {
  const [, soft = '1024'] =
    /^Max open files +(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
  return soft === 'unlimited' ? Number.POSITIVE_INFINITY : Math.floor((Number(soft) - 200) / 2)
}

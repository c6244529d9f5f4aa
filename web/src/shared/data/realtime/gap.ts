// Screens read first and listen a moment later, or come back to a channel that they had left: what changed in between
// was told to nobody here. One call asks whether anything was.
import { rpc } from '../supabase.ts'

/** Channels open one after the other; they are asked about together. */
const gatherMs = 100
/** Requests under way when the page began to count, and clocks, are forgiven this much. */
const marginSeconds = 5

export interface GapCheck {
  /** A channel is open for the first time, or again after it was left. */
  opened(topic: string): void
  shut(topic: string): void
  stop(): void
}

/** Calls back when something was told while a channel was not heard, or when that cannot be known. */
export function createGapCheck(onMissed: () => void): GapCheck {
  const shutAt = new Map<string, number>()
  const pending = new Map<string, number>()
  let timer: ReturnType<typeof setTimeout> | undefined

  async function ask(): Promise<void> {
    timer = undefined
    const topics = [...pending.keys()]
    const since = Math.min(...pending.values())
    pending.clear()
    const seconds = Math.ceil((performance.now() - since) / 1000) + marginSeconds
    const missed = await rpc('has_notices_since', { p_topics: topics, p_seconds: seconds }).catch(() => true)
    if (missed) onMissed()
  }

  return {
    opened(topic) {
      pending.set(topic, shutAt.get(topic) ?? 0)
      timer ??= setTimeout(() => void ask(), gatherMs)
    },
    shut: (topic) => shutAt.set(topic, performance.now()),
    stop: () => clearTimeout(timer),
  }
}

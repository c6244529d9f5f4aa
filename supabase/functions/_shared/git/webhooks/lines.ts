// What webhooks report is written together: every commit waits for the disk, and those of one integration wait for each
// other as well, for they are counted. So what arrives while others are written goes with the next.
import type { takeWebhook } from '../../db/service-git.ts'
import type { Box } from '../../secrets/box.ts'

type Take = typeof takeWebhook
type Taken = Awaited<ReturnType<Take>>
type Event = Omit<Parameters<Take>[3][number], 'delivery'>

/** Whose deliveries stand in one line: verified with the same secret, sent by the same client. */
interface Sender {
  integrationId: number
  box: Box
  client: string | null
}

interface Delivery {
  events: Event[]
  settle(taken: Promise<Taken>): void
}

const mostTogether = 50

/** `take`, for whoever calls it with one delivery at a time; what it answers is of all that were taken together. */
export function webhookLines(take: Take) {
  const lines = new Map<string, Delivery[]>()

  const work = async (key: string, line: Delivery[], { integrationId, box, client }: Sender) => {
    const takeThese = async (deliveries: Delivery[]): Promise<void> => {
      const events = deliveries.flatMap((one, n) =>
        one.events.map((event) => ({ ...event, delivery: `${n}` })),
      )
      const taken = take(integrationId, box, client, events)
      const failed = await taken.then(
        () => false,
        () => true,
      )
      if (!failed || deliveries.length === 1) for (const { settle } of deliveries) settle(taken)
      // One that cannot be written is no reason to refuse the others.
      else for (const one of deliveries) await takeThese([one])
    }
    while (line.length > 0) await takeThese(nextOf(line))
    lines.delete(key)
  }

  return (sender: Sender, events: Event[]): Promise<Taken> =>
    new Promise((settle) => {
      const key = JSON.stringify([sender.integrationId, sender.box.ciphertext, sender.client])
      const line = lines.get(key)
      if (line) {
        line.push({ events, settle })
        return
      }
      const fresh = [{ events, settle }]
      lines.set(key, fresh)
      void work(key, fresh, sender)
    })
}

/** Takes the first out of the line, and with them nothing twice: what comes again is to hear that it was there. */
function nextOf(line: Delivery[]): Delivery[] {
  const ids = new Set<string>()
  const next: Delivery[] = []
  for (const delivery of line.splice(0)) {
    if (next.length < mostTogether && !delivery.events.some(({ id }) => ids.has(id))) {
      next.push(delivery)
      for (const { id } of delivery.events) ids.add(id)
    } else line.push(delivery)
  }
  return next
}

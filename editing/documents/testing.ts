// Updates that no editor writes, for tests.
import { toUint8Array, writeUint8Array, writeVarString, writeVarUint } from 'lib0/encoding'
import * as Y from 'yjs'
import { textName } from './bounded.ts'

/**
 * Letters of one author who says of each that it stands at the beginning of the text, and before another letter of `of`, an author of
 * 12,000: each looks through all those before it. 5,000 in one document take some ten seconds.
 */
export function crowded(count: number, { of, client = 99, clock = 0 }: Crowd): Uint8Array {
  const encoder = new Y.UpdateEncoderV1()
  for (const number of [1, count]) writeVarUint(encoder.restEncoder, number)
  encoder.writeClient(client)
  writeVarUint(encoder.restEncoder, clock)
  for (let n = clock; n < clock + count; n++) {
    const before = Y.createID(of, (n * 7) % 12_000)
    const letter = new Y.ContentString('x')
    new Y.Item(Y.createID(client, n), null, null, null, before, null, null, letter).write(encoder, 0)
  }
  writeVarUint(encoder.restEncoder, 0)
  return encoder.toUint8Array()
}

/** An update (V1) of these bytes and numbers; texts with their length. */
export function updateOf(...parts: (number | string | Uint8Array)[]): Uint8Array {
  const encoder = new Y.UpdateEncoderV1().restEncoder
  for (const part of parts) {
    if (typeof part === 'number') writeVarUint(encoder, part)
    else if (typeof part === 'string') writeVarString(encoder, part)
    else writeUint8Array(encoder, part)
  }
  return toUint8Array(encoder)
}

/** The deletion of letters of one author, which are there or not. */
export function deletion(client: number, clock: number, count: number): Uint8Array {
  return updateOf(0, 1, client, 1, clock, count)
}

/**
 * Two updates of one author. The first waits for somebody who is nobody, and its second item stands behind itself; the second
 * update writes the letters of the first. Put together while the first waits, they are a state that Yjs cannot open.
 */
export function poisoned(): [Uint8Array, Uint8Array] {
  const [author, nobody] = [4242, 777]
  const behind = Uint8Array.of(132)
  return [
    updateOf(1, 2, author, 0, behind, nobody, 0, '中中', behind, author, 2, 'a', 0),
    updateOf(1, 1, author, 0, 4, 1, textName, 'xy', 0),
  ]
}

/** An update of the form that the server takes, with whatever names: `random` answers a number below the one it is given. */
export function anyUpdate(
  random: (below: number) => number,
  clients: readonly number[],
  texts: readonly string[] = ['a', 'bc', '中', '中文', '😀', 'x中y'],
): Uint8Array {
  const one = () => clients[random(clients.length)] ?? 0
  const parts: (number | string | Uint8Array)[] = []
  const authors = 1 + random(2)
  parts.push(authors)
  for (let n = 0; n < authors; n++) {
    const client = one()
    const items = 1 + random(4)
    let clock = random(12)
    parts.push(items, client, clock)
    for (let item = 0; item < items; item++) clock += anyItem()
    function anyItem(): number {
      if (random(10) === 0) {
        const skipped = random(4)
        parts.push(10, skipped)
        return skipped
      }
      const isDeleted = random(4) === 0
      const sides = [random(8) > 0, random(3) === 0]
      parts.push(Uint8Array.of((isDeleted ? 1 : 4) + (sides[0] ? 128 : 0) + (sides[1] ? 64 : 0)))
      for (const _ of sides.filter(Boolean)) pushNeighbour()
      if (!sides.some(Boolean)) parts.push(1, textName)
      if (isDeleted) {
        const count = 1 + random(4)
        parts.push(count)
        return count
      }
      const text = texts[random(texts.length)] ?? 'a'
      parts.push(text)
      return text.length
    }
    function pushNeighbour(): void {
      const other = one()
      // Of its own author an item names what was written before it.
      if (other !== client) parts.push(other, random(14))
      else if (clock > 0) parts.push(client, random(clock))
      else parts.push(client + 1, 0)
    }
  }
  const deleting = random(3)
  parts.push(deleting)
  for (let n = 0; n < deleting; n++) {
    const runs = 1 + random(3)
    parts.push(one(), runs)
    let clock = 0
    for (let run = 0; run < runs; run++) {
      const [skipped, count] = [random(4), 1 + random(4)]
      parts.push(clock + skipped, count)
      clock += skipped + count
    }
  }
  return updateOf(...parts)
}

interface Crowd {
  of: number
  client?: number
  clock?: number
}

/** Of a document that says so many letters: its state (V2), and who wrote them. */
export function letters(count = 12_000): { state: Uint8Array; author: number; doc: Y.Doc } {
  const doc = new Y.Doc()
  doc.getText(textName).insert(0, 'a'.repeat(count))
  return { state: Y.encodeStateAsUpdateV2(doc), author: doc.clientID, doc }
}

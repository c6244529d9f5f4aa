// Updates that no editor writes, for tests.
import { writeVarUint } from 'lib0/encoding'
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

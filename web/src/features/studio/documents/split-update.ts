// Updates that are small enough to send: a paste of 5 MB, or the undo of having deleted as much, is one piece for Yjs.
import { writeVarUint } from 'lib0/encoding'
import * as Y from 'yjs'

type Struct = ReturnType<typeof Y.decodeUpdate>['structs'][number]

/** Letters of a piece: at most three bytes each. */
const lettersOf = (most: number) => Math.floor(most / 4)

/**
 * Splits an update (V1) into ones of at most some `most` bytes, to be applied in this order: together they are the same.
 * An update that is small enough already stays as it is.
 */
export function splitUpdate(update: Uint8Array, most: number): Uint8Array[] {
  if (update.length <= most) return [update]
  const { structs, ds } = Y.decodeUpdate(update)
  const pieces: Struct[][] = []
  let size = Number.POSITIVE_INFINITY
  for (const struct of structs.flatMap((struct) => shortened(struct, lettersOf(most)))) {
    const last = pieces.at(-1)
    const weight = weightOf(struct)
    if (last && size + weight <= lettersOf(most) && follows(last.at(-1), struct)) {
      last.push(struct)
      size += weight
    } else {
      pieces.push([struct])
      size = weight
    }
  }
  const none: typeof ds = Object.assign(Object.create(Object.getPrototypeOf(ds)), { clients: new Map() })
  const parts = pieces.map((piece) => encoded(piece, none))
  if (ds.clients.size > 0) parts.push(encoded([], ds))
  return parts
}

/** What a struct weighs, in letters; besides them it has some twenty bytes. */
function weightOf(struct: Struct): number {
  return 20 + (struct instanceof Y.Item && struct.content instanceof Y.ContentString ? struct.length : 0)
}

/** Those of one person come in one run: the form has a count and a first clock for each. */
function follows(before: Struct | undefined, struct: Struct): boolean {
  return before?.id.client === struct.id.client && before.id.clock + before.length === struct.id.clock
}

function shortened(struct: Struct, most: number): Struct[] {
  const parts: Struct[] = []
  let rest = struct
  while (rest instanceof Y.Item && rest.content instanceof Y.ContentString && rest.length > most) {
    const { str } = rest.content
    // Between the halves of a letter nothing is cut.
    const half = str.charCodeAt(most - 1)
    const at = half >= 0xd800 && half <= 0xdbff ? most - 1 : most
    const { id, origin, rightOrigin, parent, parentSub } = rest
    const next = Y.createID(id.client, id.clock + at)
    const last = Y.createID(id.client, id.clock + at - 1)
    parts.push(
      new Y.Item(
        id,
        null,
        origin,
        null,
        rightOrigin,
        parent,
        parentSub,
        new Y.ContentString(str.slice(0, at)),
      ),
    )
    rest = new Y.Item(
      next,
      null,
      last,
      null,
      rightOrigin,
      parent,
      parentSub,
      new Y.ContentString(str.slice(at)),
    )
  }
  return [...parts, rest]
}

function encoded(structs: Struct[], deleted: ReturnType<typeof Y.decodeUpdate>['ds']): Uint8Array {
  const encoder = new Y.UpdateEncoderV1()
  const [first] = structs
  writeVarUint(encoder.restEncoder, first ? 1 : 0)
  if (first) {
    writeVarUint(encoder.restEncoder, structs.length)
    encoder.writeClient(first.id.client)
    writeVarUint(encoder.restEncoder, first.id.clock)
    for (const struct of structs) struct.write(encoder, 0)
  }
  writeVarUint(encoder.restEncoder, deleted.clients.size)
  for (const [client, items] of deleted.clients) {
    encoder.resetDsCurVal()
    writeVarUint(encoder.restEncoder, client)
    writeVarUint(encoder.restEncoder, items.length)
    for (const { clock, len } of items) {
      encoder.writeDsClock(clock)
      encoder.writeDsLen(len)
    }
  }
  return encoder.toUint8Array()
}

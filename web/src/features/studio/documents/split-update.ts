// Updates that are small enough to send: a paste of 5 MB, or the undo of having deleted as much, is one piece for Yjs.
import { writeVarUint } from 'lib0/encoding'
import * as Y from 'yjs'

type Decoded = ReturnType<typeof Y.decodeUpdate>
type Struct = Decoded['structs'][number]
type Deleted = Decoded['ds']['clients']

/** Letters of a piece: at most three bytes each. */
const lettersOf = (most: number) => Math.floor(most / 4)

/** The server takes 2,000 pieces an update: runs of letters, and of what is deleted. Each has at least two bytes. */
const mostPieces = 1_500

/** Of how many pieces an update may be; read without looking into it. */
export function piecesAtMost(update: Uint8Array): number {
  return Math.min(mostPieces, Math.ceil(update.length / 2))
}

/**
 * Splits an update (V1) into ones of at most some `most` bytes and 1,500 pieces, to be applied in this order: together they are
 * the same. An update that is small enough already stays as it is.
 */
export function splitUpdate(update: Uint8Array, most: number): Uint8Array[] {
  if (update.length <= Math.min(most, 2 * mostPieces)) return [update]
  const { structs, ds } = Y.decodeUpdate(update)
  const ranges = [...ds.clients].flatMap(([client, items]) => items.map((item) => ({ client, item })))
  if (update.length <= most && structs.length + ranges.length <= mostPieces) return [update]
  const pieces: Struct[][] = []
  let size = Number.POSITIVE_INFINITY
  for (const struct of structs.flatMap((struct) => shortened(struct, lettersOf(most)))) {
    const last = pieces.at(-1)
    const weight = weightOf(struct)
    const fits = last && size + weight <= lettersOf(most) && last.length < mostPieces
    if (last && fits && follows(last.at(-1), struct)) {
      last.push(struct)
      size += weight
    } else {
      pieces.push([struct])
      size = weight
    }
  }
  const parts = pieces.map((piece) => encoded(piece, new Map()))
  for (let at = 0; at < ranges.length; at += mostPieces) {
    const some = Map.groupBy(ranges.slice(at, at + mostPieces), ({ client }) => client)
    parts.push(encoded([], new Map([...some].map(([client, of]) => [client, of.map(({ item }) => item)]))))
  }
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

function encoded(structs: Struct[], deleted: Deleted): Uint8Array {
  const encoder = new Y.UpdateEncoderV1()
  const [first] = structs
  writeVarUint(encoder.restEncoder, first ? 1 : 0)
  if (first) {
    writeVarUint(encoder.restEncoder, structs.length)
    encoder.writeClient(first.id.client)
    writeVarUint(encoder.restEncoder, first.id.clock)
    for (const struct of structs) struct.write(encoder, 0)
  }
  writeVarUint(encoder.restEncoder, deleted.size)
  for (const [client, items] of deleted) {
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

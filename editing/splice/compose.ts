import type { Change } from '../types.ts'

/** A piece of the text now: what stood there before, or what was written. */
type Piece = { readonly from: number; readonly to: number } | { readonly written: string }

/** Changes one after the other, each counting in the text after the one before, as one list that counts in the first. */
export class Composition {
  private pieces: Piece[]
  private readonly length: number

  constructor(length: number) {
    this.length = length
    this.pieces = length > 0 ? [{ from: 0, to: length }] : []
  }

  add(changes: readonly Change[]): void {
    for (const { from, to, insert } of changes.toReversed()) {
      const before = this.until(from)
      const after = this.behind(to)
      this.pieces = insert === '' ? [...before, ...after] : [...before, { written: insert }, ...after]
    }
  }

  changes(): Change[] {
    const found: Change[] = []
    let at = 0
    let insert = ''
    const close = (to: number) => {
      if (to > at || insert !== '') found.push({ from: at, to, insert })
      insert = ''
    }
    for (const piece of this.pieces) {
      if ('written' in piece) insert += piece.written
      else {
        close(piece.from)
        at = piece.to
      }
    }
    close(this.length)
    return found
  }

  private until(offset: number): Piece[] {
    const kept: Piece[] = []
    let at = 0
    for (const piece of this.pieces) {
      const length = lengthOf(piece)
      if (at >= offset) break
      kept.push(at + length <= offset ? piece : part(piece, 0, offset - at))
      at += length
    }
    return kept
  }

  private behind(offset: number): Piece[] {
    const kept: Piece[] = []
    let at = 0
    for (const piece of this.pieces) {
      const length = lengthOf(piece)
      if (at + length > offset) kept.push(at >= offset ? piece : part(piece, offset - at, length))
      at += length
    }
    return kept
  }
}

function lengthOf(piece: Piece): number {
  return 'written' in piece ? piece.written.length : piece.to - piece.from
}

function part(piece: Piece, from: number, to: number): Piece {
  if ('written' in piece) return { written: piece.written.slice(from, to) }
  return { from: piece.from + from, to: piece.from + to }
}

// Merges where one is, without a worker: for tests.
import { repair, repairBroken } from '../../../../../editing/merge/repair.ts'
import { mergeTexts } from '../../../../../editing/merge/texts.ts'
import type { Merger } from './merger.ts'

export const mergesHere: Merger = {
  merge: async ({ format, base, ours, theirs }) => mergeTexts(format, base, ours, theirs),
  repair: async ({ format, onlyBroken, ...together }) =>
    onlyBroken ? repairBroken(format, together) : repair(format, together),
}

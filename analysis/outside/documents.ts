// The documents of a branch as readers see them who see nothing internal.
import type { Documents } from '../files/documents.ts'
import type { SourceDocument } from '../files/source-document.ts'
import { Log } from '../log/log.ts'
import { type DocumentSource, RefResolver } from '../refs.ts'
import { Cuts } from './cuts.ts'
import { Pruner } from './pruner.ts'

export class OutsideDocuments implements DocumentSource {
  private readonly whole: Documents
  private readonly pruner: Pruner
  private readonly pruned = new Map<SourceDocument, SourceDocument | undefined>()

  /** `whole`: as they are written; those that were read before are looked through for what they have that is internal. */
  constructor(whole: Documents) {
    this.whole = whole
    const cuts = new Cuts(new RefResolver(whole, new Log()))
    for (const document of whole.read) cuts.lookThrough(document)
    this.pruner = new Pruner(cuts)
  }

  /** The document at a path; undefined where nothing of it is for these readers. */
  get(path: string): SourceDocument | undefined {
    return this.outside(this.whole.get(path))
  }

  byId(id: string): SourceDocument | undefined {
    return this.outside(this.whole.byId(id))
  }

  private outside(whole: SourceDocument | undefined): SourceDocument | undefined {
    if (!whole) return undefined
    if (this.pruned.has(whole)) return this.pruned.get(whole)
    const root = this.pruner.root(whole)
    const document = root === undefined ? undefined : { ...whole, root, whole }
    this.pruned.set(whole, document)
    return document
  }
}

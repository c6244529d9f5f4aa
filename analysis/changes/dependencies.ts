import type { Branch } from '../files/branch.ts'
import { isApi } from '../files/kinds.ts'
import { decodedPath, pathFrom } from '../paths.ts'
import { referencesIn } from './references.ts'

/** Which files of a branch others refer to, found out when it is first asked. */
export class Dependencies {
  private readonly branch: Branch
  private readonly direct = new Map<string, string[]>()
  private used: Set<string> | undefined

  constructor(branch: Branch) {
    this.branch = branch
  }

  /** Every path that a file refers to, and these refer to, whether there is such a file or not; itself included. */
  of(path: string): Set<string> {
    const found = new Set([path])
    for (const one of found) for (const next of this.directOf(one)) found.add(next)
    return found
  }

  /** The paths that APIs refer to. */
  usedByApis(): Set<string> {
    if (this.used) return this.used
    this.used = new Set()
    for (const path of this.branch.dataPaths) {
      const document = this.branch.described(path)
      if (!document || !isApi(document)) continue
      for (const one of this.of(path)) if (one !== path) this.used.add(one)
    }
    return this.used
  }

  private directOf(path: string): string[] {
    let found = this.direct.get(path)
    if (!found) {
      const document = this.branch.tree.get(path) && this.branch.documents.get(path)
      found = document ? filesIn([...referencesIn(document.root)], path) : []
      this.direct.set(path, found)
    }
    return found
  }
}

function filesIn(references: string[], from: string): string[] {
  const files = new Set(references.map((reference) => reference.replace(/#.*$/s, '')))
  return [...files].flatMap((file) => (file === '' ? [] : (pathFrom(from, decodedPath(file)) ?? [])))
}

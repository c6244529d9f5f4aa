import type { Branch } from '../files/branch.ts'
import { isApi } from '../files/kinds.ts'
import { decodedPath, pathFrom } from '../paths.ts'
import { referencesIn } from './references.ts'

/** Which files of a branch refer to which, found out when it is first asked. */
export class Dependencies {
  private readonly branch: Branch
  private readonly direct = new Map<string, string[]>()
  private used: Set<string> | undefined

  constructor(branch: Branch) {
    this.branch = branch
  }

  /** Some paths, and every file that refers to one of them, directly or by way of others. */
  usersOf(paths: Iterable<string>): Set<string> {
    const found = new Set(paths)
    if (found.size === 0) return found
    const users = new Map<string, string[]>()
    for (const path of this.reachedFrom(this.branch.dataPaths)) {
      for (const used of this.directOf(path)) {
        const known = users.get(used)
        if (known) known.push(path)
        else users.set(used, [path])
      }
    }
    for (const path of found) for (const user of users.get(path) ?? []) found.add(user)
    return found
  }

  /** The paths that APIs refer to, whether there are such files or not. */
  usedByApis(): Set<string> {
    if (this.used) return this.used
    const apis = this.branch.dataPaths.filter((path) => {
      const document = this.branch.described(path)
      return document && isApi(document)
    })
    this.used = this.reachedFrom(apis.flatMap((path) => this.directOf(path)))
    return this.used
  }

  private reachedFrom(paths: string[]): Set<string> {
    const found = new Set(paths)
    for (const path of found) for (const next of this.directOf(path)) found.add(next)
    return found
  }

  private directOf(path: string): string[] {
    let found = this.direct.get(path)
    if (!found) {
      const document = this.branch.tree.get(path) && this.branch.documents.get(path)
      found = document ? [...referencesIn(document.root)].flatMap((ref) => this.fileOf(ref, path)) : []
      this.direct.set(path, found)
    }
    return found
  }

  private fileOf(reference: string, from: string): string[] {
    const file = reference.replace(/#.*$/s, '')
    if (file === '') return []
    const named = /^[a-z][a-z0-9+.-]*:/i.test(file)
      ? this.branch.documents.byId(file)?.path
      : pathFrom(from, decodedPath(file))
    return named ? [named] : []
  }
}

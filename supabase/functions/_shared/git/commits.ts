// What the hosts' trees and commits have in common.
import type { Bytes, TreeEntry } from './model.ts'
import { GitRefusal } from './outcome.ts'

/** The refusal of a commit on a branch that has moved on. */
export function moved(branchName: string): GitRefusal {
  return new GitRefusal('conflict', `${branchName} has newer commits.`)
}

/** Bytes in base64, in steps that no argument list is too short for. */
export function base64(bytes: Bytes): string {
  let binary = ''
  for (let start = 0; start < bytes.length; start += 8192)
    binary += String.fromCharCode(...bytes.subarray(start, start + 8192))
  return btoa(binary)
}

/** What an entry of a tree is, by its mode and the kind of its object. */
export function entryType(mode: string, object: 'blob' | 'tree' | 'commit'): TreeEntry['type'] {
  if (mode === '120000') return 'symlink'
  if (object === 'blob') return 'file'
  return object === 'tree' ? 'folder' : 'submodule'
}

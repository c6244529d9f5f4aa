import { Resolver } from '@stoplight/spectral-ref-resolver'
import type { LintFiles } from '../types.ts'

/** Follows references among the files that are handed in; nothing is fetched from anywhere else. */
export function resolverOf(files: LintFiles): Resolver {
  const file = {
    resolve: async (uri: { path(): string }) => {
      const path = decoded(uri.path()).replace(/^\/+/, '')
      const text = files.read(path)
      if (text === undefined) throw new Error(`There is no file "${path}".`)
      return text
    },
  }
  const refused = {
    resolve: async (uri: { href(): string }) => {
      throw new Error(`"${uri.href().slice(0, 200)}" is not fetched.`)
    },
  }
  return new Resolver({ resolvers: { file, http: refused, https: refused } })
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

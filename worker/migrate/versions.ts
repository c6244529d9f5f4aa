// What versions of other platforms are called here.
import type { MigratedVersion } from '../../supabase/functions/_shared/migration/model.ts'

export interface NamedVersion extends MigratedVersion {
  /** A name that branches may have, and no other version has. */
  branch: string
}

/** The versions in the order in which they come, the default one first, each with a branch; the same however often it is asked. */
export function namedVersions(versions: MigratedVersion[]): NamedVersion[] {
  const taken = new Set<string>()
  const named: NamedVersion[] = []
  for (const version of versions.toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault))) {
    const wanted = branchName(version.name)
    let branch = wanted
    for (let number = 2; taken.has(branch); number++) branch = `${wanted}-${number}`
    taken.add(branch)
    named.push({ ...version, branch })
  }
  return named
}

/** As git-check-ref-format has it. */
function branchName(name: string): string {
  const plain = name
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Z}~^:?*[\]\\@{}]+/gu, '-')
    .replace(/\.{2,}/g, '.')
    .replace(/\/+/g, '/')
    .replace(/\/\./g, '/')
    .replace(/\.lock(?=\/|$)/g, '-lock')
  const cut = Array.from(plain).slice(0, 80).join('')
  return cut.replace(/^[-/.]+|[-/.]+$/g, '') || 'version'
}

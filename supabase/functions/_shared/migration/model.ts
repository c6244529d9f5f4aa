// What every platform that projects come from is asked for, and what it answers.

export const migrationSources = ['next', 'stoplight', 'swaggerhub', 'postman'] as const
export type MigrationSource = (typeof migrationSources)[number]

/** A project of another platform, as its list shows it. */
export interface ListedProject {
  id: string
  name: string
  /** Whose it is there: a namespace, a workspace, an owner. */
  groupId: string
  groupName: string
  lastActivity: string | null
}

export interface MigratedVersion {
  id: string
  /** What its branch is to be called. */
  name: string
  isDefault: boolean
}

export interface DescribedProject {
  versions: MigratedVersion[]
  /** What stays there, in sentences. */
  leftOut: string[]
}

export interface MigratedFile {
  path: string
  bytes: Uint8Array<ArrayBuffer>
  /** Becomes an OpenAPI description before it is imported. */
  isCollection?: true
}

export interface MigratedFiles {
  files: MigratedFile[]
  leftOut: string[]
}

/** Somebody's projects at a platform, by a key of theirs. */
export interface Platform {
  list(): Promise<ListedProject[]>
  describe(id: string): Promise<DescribedProject>
  files(id: string, version: MigratedVersion): Promise<MigratedFiles>
}

export type MigrationFailure =
  /** The key is wrong, or not enough. */
  | 'key'
  | 'not_found'
  /** Another attempt will not help. */
  | 'refused'
  | 'later'

/** What a platform refuses; the message is fit to show, and names no key. */
export class MigrationError extends Error {
  override name = 'MigrationError'
  readonly kind: MigrationFailure

  constructor(kind: MigrationFailure, message: string) {
    super(message)
    this.kind = kind
  }
}

/** How many projects are listed, and versions of one taken along. */
export const mostProjects = 1000
export const mostVersions = 100

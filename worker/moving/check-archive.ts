// Everything that an archive says, read once before anything is made: each row by its schema, what there may be once only, and
// that what rows refer to is in the archive. What only the database can say is found out there (`take-back.ts`).
import type { ClientBase } from 'pg'
import { maxImportBytes } from '../../supabase/functions/_shared/domain/imports.ts'
import { safePicture } from '../../supabase/functions/_shared/pictures/safe-picture.ts'
import { countBounds } from './bounds.ts'
import { type ListName, lists, type Row } from './format.ts'
import { type Archive, ArchiveError } from './read-archive.ts'

const MOST_FILES = 20_000
const MOST_DRAFTS = 50_000
const ADDRESSES_AT_ONCE = 1_000

type Check<Name extends ListName> = (row: Row<Name>, known: Known) => void

/** Throws an ArchiveError that names the row, where an archive is not as one that this product wrote. */
export async function checkArchive(archive: Archive, db: ClientBase): Promise<void> {
  const known = new Known(archive)
  const count = countBounds(archive)
  const checkList = async <Name extends ListName>(name: Name, check: Check<Name>) => {
    let number = 0
    for await (const row of archive.rows(name)) {
      number += 1
      known.at = `${name}.json, row ${number}`
      check(row, known)
      count(name, row)
    }
  }
  for (const name of lists) await checkList(name, checks[name])
  // A project may come before its guides.
  known.at = 'projects.json'
  for (const guide of known.all('style guide')) known.refer('project', guide)
  known.at = 'workspace.json'
  checkWorkspace(archive, known)
  if (!known.has('owner', '')) throw new ArchiveError('The archive names no owner of the workspace.')
  await requireAddresses(archive, db)
  for (const { entry } of archive.workspace.pictures)
    if (!(await safePicture(await archive.bytes(entry)))) throw new ArchiveError(`${entry} is no picture.`)
}

/** What has been read so far, by kind: a name, or several that are one together. */
class Known {
  /** Where what is being looked at stands. */
  at = ''
  readonly #kinds = new Map<string, Set<string>>()
  readonly #entries: Map<string, { size: number; sha256: string }>
  #branch = ''
  #files = 0
  #bytes = 0

  constructor({ manifest }: Pick<Archive, 'manifest'>) {
    this.#entries = new Map(manifest.files.map((file) => [file.path, file]))
  }

  has(kind: string, ...key: string[]): boolean {
    return this.#kinds.get(kind)?.has(keyOf(key)) === true
  }

  all(kind: string): Iterable<string> {
    return this.#kinds.get(kind) ?? []
  }

  note(kind: string, ...key: string[]): void {
    const kinds = this.#kinds.get(kind) ?? new Set()
    this.#kinds.set(kind, kinds.add(keyOf(key)))
  }

  /** Notes what there may be once. */
  once(kind: string, ...key: string[]): void {
    if (this.has(kind, ...key)) throw this.refusal(`the ${kind} ${key.join(' ')} stands there twice`)
    this.note(kind, ...key)
  }

  /** What a row refers to, unless it refers to nothing. */
  refer(kind: string, ...key: (string | null | undefined)[]): void {
    if (key.some((part) => part === null || part === undefined)) return
    const named = key.map(String)
    if (!this.has(kind, ...named)) throw this.refusal(`there is no ${kind} ${named.join(' ')}`)
  }

  /** Within one row: values that there may be once. */
  distinct(kind: string, values: string[]): void {
    const seen = new Set<string>()
    for (const value of values) {
      if (seen.has(value)) throw this.refusal(`the ${kind} ${value} stands there twice`)
      seen.add(value)
    }
  }

  /** The rows of a branch stand together, and are no more than one branch may have. */
  ofBranch(list: string, most: number, { project, branch }: { project: string; branch: string }): void {
    this.refer('branch', project, branch)
    const key = keyOf([list, project, branch])
    if (key !== this.#branch) {
      if (this.has(`rows of ${list}`, key))
        throw this.refusal(`the rows of ${branch} of ${project} do not stand together`)
      this.note(`rows of ${list}`, key)
      this.#kinds.delete('path')
      this.#branch = key
      this.#files = 0
      this.#bytes = 0
    }
    this.#files += 1
    if (this.#files > most) throw this.refusal(`the branch ${branch} of ${project} has too many ${list}`)
  }

  /** Bytes of the archive, which the manifest knows by their checksum; it was held against them before. */
  content(entry: string, sha256?: string): void {
    const file = this.#entries.get(entry)
    if (!file) throw this.refusal(`${entry} is not in the archive`)
    if (sha256 && file.sha256 !== sha256) throw this.refusal(`${entry} is not the file that it says`)
    this.note('file', file.sha256)
  }

  /** Those of one branch come in together. */
  addBytes(entry: string): void {
    this.#bytes += this.#entries.get(entry)?.size ?? 0
    if (this.#bytes > maxImportBytes) throw this.refusal(`the files of its branch are too large together`)
  }

  refusal(sentence: string): ArchiveError {
    return new ArchiveError(`${this.at}: ${sentence}.`)
  }
}

const keyOf = (key: string[]) => (key.length === 1 ? (key[0] ?? '') : JSON.stringify(key))

const checks: { [Name in ListName]: Check<Name> } = {
  members({ email, role }, known) {
    known.once('address', email)
    if (role === 'owner') known.note('owner', '')
  },
  groups({ slug, name, admins }, known) {
    known.once('group', slug)
    known.once('group called', name)
    known.distinct('admin', admins)
  },
  teams({ slug, name, members }, known) {
    known.once('team', slug)
    known.once('team called', name)
    known.distinct(
      'member',
      members.map(({ email }) => email),
    )
  },
  projects(row, known) {
    known.once('project', row.slug)
    for (const slug of row.old_slugs) known.once('former address', slug)
    known.refer('group', row.group)
    known.distinct(
      'member',
      row.members.map(({ email }) => email),
    )
    if (row.members.filter(({ role }) => role === 'owner').length > 1)
      throw known.refusal('it has two owners')
    known.distinct(
      'team',
      row.teams.map(({ team }) => team),
    )
    for (const { team } of row.teams) known.refer('team', team)
    known.distinct('style guide', row.style_guides)
    for (const { slug } of row.branches) known.once('branch', row.slug, slug)
    for (const { baseline } of row.branches) known.refer('branch', row.slug, baseline)
    const defaults = row.branches.filter((branch) => branch.is_default)
    if (defaults.length > 1) throw known.refusal('it has two default branches')
    if (defaults.some((branch) => !branch.is_published))
      throw known.refusal('its default branch is not published')
    if (row.style_guides.includes(row.slug)) throw known.refusal('it is a style guide of its own')
    for (const guide of row.style_guides) known.note('style guide', guide)
  },
  files(row, known) {
    known.ofBranch('files', MOST_FILES, row)
    known.once('path', row.path)
    known.content(row.entry, row.sha256)
    known.addBytes(row.entry)
  },
  activity() {},
  kept({ entry, sha256 }, known) {
    known.content(entry, sha256)
  },
  repositories({ project }, known) {
    known.refer('project', project)
    known.once('repository of', project)
  },
  releases(row, known) {
    known.refer('branch', row.project, row.branch)
    known.once('release', row.project, row.version)
    known.distinct(
      'path',
      row.ruleset.map(({ path }) => path),
    )
    for (const { sha256 } of row.ruleset) known.refer('file', sha256)
    for (const project of row.pinned_by) known.refer('project', project)
  },
  origins(row, known) {
    known.refer('branch', row.project, row.branch)
    known.once('origin of', row.project, row.branch)
    known.distinct(
      'path',
      row.files.map(({ path }) => path),
    )
    for (const { sha256 } of row.files) known.refer('file', sha256)
  },
  drafts(row, known) {
    known.ofBranch('drafts', MOST_DRAFTS, row)
    if (row.deleted_at === null) known.once('path', row.path)
    known.refer('file', row.base)
    if (row.entry) known.content(row.entry)
  },
  threads({ project, branch }, known) {
    known.refer('branch', project, branch)
  },
  proposals(row, known) {
    known.refer('project', row.project)
    known.refer('branch', row.project, row.branch)
    known.refer('branch', row.project, row.baseline)
    if (row.branch !== null && row.branch === row.baseline) throw known.refusal('it is proposed for itself')
    // What else is said of one finds it by these.
    known.once('proposal', row.project, row.created_at)
    if (row.status === 'open' && row.branch) known.once('open proposal', row.project, row.branch)
    for (const { team } of row.reviewers) known.refer('team', team)
  },
  proposal_nodes(row, known) {
    known.refer('proposal', row.project, row.proposed_at)
  },
  overrides(row, known) {
    known.refer('project', row.project)
    known.refer('branch', row.project, row.branch)
    known.once('override', row.project, row.node_uri, row.branch ?? '')
  },
  waivers(row, known) {
    known.refer('project', row.project)
    known.once('waiver', row.project, row.rule, row.anchor, row.place)
  },
  pins({ project, email }, known) {
    known.refer('project', project)
    known.once('pin', project, email)
  },
}

function checkWorkspace({ workspace }: Archive, known: Known): void {
  known.distinct(
    'domain',
    workspace.approved_domains.map(({ domain }) => domain),
  )
  known.distinct('style guide', workspace.default_style_guides)
  for (const guide of workspace.default_style_guides) known.refer('project', guide)
  known.distinct(
    'review',
    workspace.group_reviewers.map(({ group, team }) => `of ${group} by ${team}`),
  )
  for (const { group, team } of workspace.group_reviewers) {
    known.refer('group', group)
    known.refer('team', team)
  }
  for (const { entry, hash } of workspace.pictures) known.content(entry, hash)
}

/** What an address is says the database alone. */
async function requireAddresses(archive: Archive, db: ClientBase): Promise<void> {
  let addresses: string[] = []
  const ask = async () => {
    const { rows } = await db.query<{ email: string }>(
      'select email from unnest($1::text[]) email where not private.is_email(email) limit 1',
      [addresses],
    )
    const [odd] = rows
    if (odd)
      throw new ArchiveError(`members.json: ${JSON.stringify(odd.email)} is no e-mail address of a member.`)
    addresses = []
  }
  for await (const { email } of archive.rows('members'))
    if (addresses.push(email) === ADDRESSES_AT_ONCE) await ask()
  await ask()
}

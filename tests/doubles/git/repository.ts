// A repository of a double: a bare one on disk, asked by system git, so that API and remote tell the same.
import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { deflateSync } from 'node:zlib'

export type Files = Record<string, string | Uint8Array | null>

export interface Commit {
  hash: string
  name: string
  email: string
  message: string
}

const env = {
  PATH: process.env.PATH,
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Octo Cat',
  GIT_AUTHOR_EMAIL: 'octo@example.com',
  GIT_COMMITTER_NAME: 'Octo Cat',
  GIT_COMMITTER_EMAIL: 'octo@example.com',
}

/** What `git init --bare` makes, once: most repositories of a test are never written to. */
let template: string | undefined

function initialised(): string {
  if (template === undefined) {
    template = mkdtempSync(join(tmpdir(), 'double-of-git-'))
    execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', '--template=', template], {
      env,
      stdio: 'ignore',
    })
    // Hosts let clones leave files out, and ask for single commits.
    const config = '[uploadpack]\nallowFilter = true\nallowAnySHA1InWant = true\n[http]\nreceivepack = true\n'
    appendFileSync(join(template, 'config'), config)
    const made = template
    process.once('exit', () => rmSync(made, { recursive: true, force: true }))
  }
  return template
}

export class BareRepository {
  readonly #dir: string
  #isMade = false

  constructor(dir: string) {
    this.#dir = dir
  }

  /** Where it is on disk; made when somebody first wants it there. */
  get dir(): string {
    if (!this.#isMade) cpSync(initialised(), this.#dir, { recursive: true })
    this.#isMade = true
    return this.#dir
  }

  git(
    args: string[],
    { input, ...more }: { input?: string | Uint8Array } & Record<string, unknown> = {},
  ): string {
    return execFileSync('git', [`--git-dir=${this.dir}`, ...args], {
      env: { ...env, ...more },
      ...(input === undefined ? {} : { input }),
      stdio: ['pipe', 'pipe', 'pipe'],
      maxBuffer: 64 * 1024 * 1024,
    })
      .toString()
      .trimEnd()
  }

  /** Names of references with their commits; read as files, for it is asked for all the time. */
  refs(): Map<string, string> {
    if (!this.#isMade) return new Map()
    const entries = readdirSync(join(this.dir, 'refs'), { recursive: true, withFileTypes: true })
    const found = entries.flatMap((entry): [string, string][] => {
      const path = join(entry.parentPath, entry.name)
      const isRef = entry.isFile() && !entry.name.endsWith('.lock')
      return isRef ? [[relative(this.dir, path), readFileSync(path, 'utf8').trim()]] : []
    })
    return new Map(found.toSorted(([a], [b]) => (a < b ? -1 : 1)))
  }

  branches(): { name: string; commit: string }[] {
    return [...this.refs()].flatMap(([ref, commit]) =>
      ref.startsWith('refs/heads/') ? [{ name: ref.slice('refs/heads/'.length), commit }] : [],
    )
  }

  head(branch: string): string | undefined {
    return this.refs().get(`refs/heads/${branch}`)
  }

  get defaultBranch(): string | null {
    return this.head('main') ? 'main' : null
  }

  has(commit: string): boolean {
    return this.#found(['cat-file', '-e', `${commit}^{commit}`]) !== null
  }

  tree(
    commit: string,
  ): { mode: string; type: 'blob' | 'tree' | 'commit'; sha: string; size: number; path: string }[] {
    const lines = this.git(['ls-tree', '-r', '-t', '-l', '-z', commit]).split('\0').filter(Boolean)
    return lines.map((line) => {
      const [facts = '', path = ''] = line.split('\t')
      const [mode = '', type = 'blob', sha = '', size = ''] = facts.split(/ +/)
      return { mode, type: type as 'blob', sha, size: Number(size) || 0, path }
    })
  }

  blob(commit: string, path: string): Buffer | null {
    try {
      return execFileSync('git', [`--git-dir=${this.dir}`, 'cat-file', 'blob', `${commit}:${path}`], {
        env,
        stdio: ['ignore', 'pipe', 'ignore'],
      })
    } catch {
      return null
    }
  }

  log(from: string, ...without: string[]): Commit[] {
    const range = [from, ...without.map((one) => `^${one}`)]
    const lines = this.git(['log', '-100', '--format=%H%x00%an%x00%ae%x00%s', ...range])
      .split('\n')
      .filter(Boolean)
    return lines.map((line) => {
      const [hash = '', name = '', email = '', message = ''] = line.split('\0')
      return { hash, name, email, message }
    })
  }

  isAncestor(older: string, newer: string): boolean {
    return this.#found(['merge-base', '--is-ancestor', older, newer]) !== null
  }

  /** Stores a file's content as a loose object (gitrepository-layout(5)): without a process for each. */
  store(content: string | Uint8Array): string {
    const bytes = Buffer.from(content)
    const object = Buffer.concat([Buffer.from(`blob ${bytes.length}\0`), bytes])
    const hash = createHash('sha1').update(object).digest('hex')
    mkdirSync(join(this.dir, 'objects', hash.slice(0, 2)), { recursive: true })
    writeFileSync(join(this.dir, 'objects', hash.slice(0, 2), hash.slice(2)), deflateSync(object))
    return hash
  }

  /** A tree like another one with some entries changed; null takes one out. */
  treeWith(base: string | null, entries: Record<string, string | null>): string {
    const index = join(this.dir, `index-${randomBytes(6).toString('hex')}`)
    const set = { GIT_INDEX_FILE: index }
    if (base !== null) this.git(['read-tree', base], set)
    const lines = Object.entries(entries).map(([path, sha]) =>
      sha === null ? `0 ${'0'.repeat(40)}\t${path}\0` : `100644 ${sha}\t${path}\0`,
    )
    this.git(['update-index', '-z', '--index-info'], { ...set, input: lines.join('') })
    const tree = this.git(['write-tree'], set)
    rmSync(index, { force: true })
    return tree
  }

  commitTree(
    tree: string,
    parents: string[],
    message: string,
    author = 'Octo Cat <octo@example.com>',
  ): string {
    const [, name = '', email = ''] = /^(.*) <(.*)>$/.exec(author) ?? []
    const who = { GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email }
    return this.git(['commit-tree', tree, ...parents.flatMap((parent) => ['-p', parent]), '-m', message], who)
  }

  /** Moves a reference; null removes it. */
  update(ref: string, commit: string | null): void {
    this.git(commit === null ? ['update-ref', '-d', ref] : ['update-ref', ref, commit])
  }

  /** Makes a commit on a branch, which begins with it where it is not there; its hash. */
  commit(
    branch: string,
    files: Files,
    { message = 'Change', author }: { message?: string; author?: string } = {},
  ): string {
    const parent = this.head(branch) ?? this.head('main') ?? null
    const entries = Object.entries(files).map(([path, content]) => [
      path,
      content === null ? null : this.store(content),
    ])
    const commit = this.commitTree(
      this.treeWith(parent, Object.fromEntries(entries)),
      parent ? [parent] : [],
      message,
      author,
    )
    this.update(`refs/heads/${branch}`, commit)
    return commit
  }

  #found(args: string[]): string | null {
    try {
      return this.git(args)
    } catch {
      return null
    }
  }
}

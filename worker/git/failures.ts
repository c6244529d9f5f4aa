// Why a repository could not be read, in words for its people. What Git and the host print is never shown: it can hold
// anything.
import { RECONNECT } from '../../supabase/functions/_shared/domain/reconnect.ts'
import type { GitResult } from './program.ts'

export type RemoteFailureKind =
  /** The credentials are expired, revoked or wrong. */
  | 'credentials'
  /** A person has to change something: the branch, the repository, its address, its size. */
  | 'refused'
  /** Another attempt may succeed. */
  | 'later'

/** What is not there: a repository at this address, this branch of it, or any branch at all. */
export type Lacking = 'repository' | 'branch' | 'content'

/** A repository that could not be read; the message is fit to show. */
export class RemoteError extends Error {
  override name = 'RemoteError'
  readonly kind: RemoteFailureKind
  readonly lacks: Lacking | null

  constructor(kind: RemoteFailureKind, message: string, lacks: Lacking | null = null) {
    super(message)
    this.kind = kind
    this.lacks = lacks
  }
}

export const WAITS_FOR_ACCOUNT =
  'Waits for a service account or a connected account: the Git host shows this repository to nobody without one. The analysis starts by itself once there is one.'

/** The same of one that is not where it was. */
export const WAITS_TO_FOLLOW =
  'This repository was renamed or moved. Where it is now its Git host tells a service account or a connected account: the analysis starts by itself once there is one.'

/** Nothing was ever pushed to it. */
export const EMPTY = 'This repository is empty. Its documentation appears here with the first push.'

const TOO_LARGE = 'The repository is larger than can be analysed here.'
export const REDIRECTED = 'The Git host answered with a redirect, which is not followed.'
/** What hosts answer, too, of a private repository. */
export const NOT_SHOWN = 'The Git host has no such repository, or does not show it to this project’s account.'
const UNREACHABLE = 'The Git host could not be reached.'

/** What a call to the host that failed means. */
export function failureOf({ stderr, signal }: GitResult, branch: string): RemoteError {
  if (/couldn't find remote ref|Remote branch .* not found/i.test(stderr))
    return new RemoteError('refused', `The branch "${branch}" does not exist at the Git host.`, 'branch')
  if (/terminal prompts disabled|Authentication failed|returned error: 40[13]\b/i.test(stderr))
    return new RemoteError('credentials', RECONNECT)
  if (/repository '.*' not found|returned error: 4(04|10)\b/is.test(stderr))
    return new RemoteError('refused', NOT_SHOWN, 'repository')
  // Git says so of a redirect that it does not follow.
  if (/returned error: 3\d\d\b|unable to update url base from redirection/i.test(stderr))
    return new RemoteError('refused', REDIRECTED, 'repository')
  // What takes a pack apart was ended by one of the bounds.
  if (/early EOF|hung up unexpectedly|unexpected disconnect/i.test(stderr))
    return new RemoteError('later', UNREACHABLE)
  if (
    signal === 'SIGXFSZ' ||
    /died of signal|invalid index-pack output|file too large|out of memory|malloc failed|mmap failed/i.test(
      stderr,
    )
  )
    return new RemoteError('refused', TOO_LARGE)
  if (/transport '.*' not allowed/i.test(stderr))
    return new RemoteError('refused', 'The address of this repository is not allowed.')
  return new RemoteError('later', UNREACHABLE)
}

/** The repository, or what is in it, is too much. */
export function tooLarge(): RemoteError {
  return new RemoteError('refused', TOO_LARGE)
}

/** The host took too long. */
export function tooSlow(): RemoteError {
  return new RemoteError('later', 'The Git host took too long to send the repository.')
}
